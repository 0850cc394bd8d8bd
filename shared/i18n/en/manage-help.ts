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
  'help.business_cards':
    'Electronic business cards of the staff. Scanning the QR code of a card saves its contact in the phone. A person has one card of each type; disabled cards are not shown to others.',
  'help.owner_source':
    'When an agent gets a new customer, the advisers bound on that day join its team and may edit it. A binding for a source goes before one for all sources; a later one replaces an earlier one. Existing customers stay as they are.',
  'help.sms_blacklist':
    'Numbers here get no text messages: none at all, or none of the kinds that you choose. Disabled entries block nothing.',
  'help.course_map':
    'Which department promotes public courses in each province, and who is authorised. One row per province; the others have no department yet.',
  'help.goals':
    'What departments and people are to reach each month, in contracts and in payments; quarters and years add up by themselves. Paste a block from a sheet, or copy last year with a growth.',
  'help.custom_fields':
    'Which fields the form of each type of records has: add them, order them, make them required or unique. Forms, lists, filters, imports and exports follow.',
  'help.designer':
    'Add fields from the types at the left, and drag them into order; the properties of the chosen field are at the right: its name, options and rules. Everybody has the new form as soon as it is saved.',
} as const satisfies Record<keyof typeof chinese, string>;
