import type { manageHelp as chinese } from '#shared/i18n/cn/manage-help.ts';

export const manageHelp = {
  'help.system_config':
    'The name and logo of the company, shown on the login page and at the top left, the minimum length of new passwords, the size of exports, and the outside links at the top. Each section is saved on its own, and its changes can be undone.',
  'help.applications':
    'When an application is switched off, its menus, data and calls are closed to everybody at once, administrators included. No data is lost: once it is on again, everything is as before.',
  'help.staff':
    'Manage employees and departments: add people, change their department and manager, reset passwords and disable accounts. Managers see what their reports see.',
  'help.requests':
    'Changes that someone doesn’t have the rights for wait here. Confirm to apply them at once, or decline with a reason.',
  'help.roles': 'Roles say what people may do, whose data they see and which fields. Several roles add up.',
  'help.pool_rules':
    'Set after how many days without a follow-up or a deal customers return to the pool. The forecast shows which customers that affects before you save.',
  'help.parameters':
    'CRM settings: how many customers each person can own, kinds of follow-ups, reminders and company lookup.',
  'help.templates':
    'Design how each type of record is printed: paper, texts, fields, lines, conditional content and signatures. Copy a built-in template to change it. The default one is used when somebody prints without choosing.',
  'help.flows':
    'Who approves contracts, receivables and other documents: conditions choose the flow. Documents in approval stay on theirs.',
  'help.duty':
    'Decide who is on duty each day, from 08:00 to 08:00 the next day. With split time on, the day is shared evenly among its advisers; otherwise they take turns. “Assign to adviser on duty” in a lead gives it to whoever is on duty at that moment.',
  'help.operation_guide':
    'Tutorials and material for the staff: upload a file, or enter the address of a video or page. Content is ordered within its module; what is hidden is not seen by the staff.',
  'help.approval_categories':
    'What people can apply for in the office: the form, the flow and the visibility of each type. Running approvals stay on the flow they began with. Forms of built-in types can’t be changed.',
  'help.approval_form':
    'Design the form of an office approval: the reason and the remarks can be renamed but not deleted; add and order other fields as you like. New approvals use the form once it is saved.',
  'help.business_cards':
    'Electronic business cards of the staff. Scanning the QR code of a card saves its contact in the phone. A person has one card of each type; disabled cards are not shown to others.',
  'help.owner_source':
    'When an agent gets a new customer, the advisers bound on that day join its team and may edit it. A binding for a source goes before one for all sources; a later one replaces an earlier one. Existing customers stay as they are.',
  'help.lead_sources':
    'Where leads come from. Sources that are on are the options of the source field of leads; leads of web forms and other programs go to people by the rules of their source, and the people are told.',
  'help.sms_blacklist':
    'Numbers here get no text messages: none at all, or none of the kinds that you choose. Disabled entries block nothing.',
  'help.operation':
    'Who is logged in, background jobs, space, backups and the health of the system. Green is good, yellow is to be watched, red has to be acted on now.',
  'help.webhooks':
    'Tell other programs what happens to records: choose modules and events, and enter where to send them. Deliveries are signed and retried; the log shows what came of each and sends it again.',
  'help.programs':
    'Other programs make calls with tokens. Each works in the name of one employee, does only what was chosen, ends by a date and can be ended at any time. Administration cannot be given to programs.',
  'help.audit':
    'The login log says who logged in, when and from where, and why logins failed. The log of changes has every change, deletion and export. Nobody can change the logs, and they hold nothing of what was filled in.',
  'help.project_roles': 'What members may do in a project. Two roles are built in; add others as you need them.',
  'help.course_map':
    'Which department promotes public courses in each province, and who is authorised. One row per province; the others have no department yet.',
  'help.goals':
    'What departments and people are to reach each month, in contracts and in payments; quarters and years add up by themselves. Paste a block from a sheet, or copy last year with a growth.',
  'help.custom_fields':
    'Which fields the form of each type of records has: add them, order them, make them required or unique. Forms, lists, filters, imports and exports follow.',
  'help.designer':
    'Add fields from the types at the left, and drag them into order; the properties of the chosen one are at the right. Everybody has the new form as soon as it is saved. Deleted fields can be restored for 30 days, former versions for longer.',
  'help.messaging':
    'Set up the outside service for company look-ups and the channels for messages: text message, email and group robots. See whether each message was delivered; send failed ones again or drop them.',
  'help.order_log':
    'Contracts that were sent to the business school after their approval: result, order number and message. Send failed ones again or drop them.',
} as const satisfies Record<keyof typeof chinese, string>;
