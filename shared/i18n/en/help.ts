import type { help as chinese } from '#shared/i18n/cn/help.ts';

export const help = {
  'help.open': 'What is this page for?',
  'help.workbench':
    'Start with the customers who are overdue or due today, then see what was added in the period and who did the most. Select any figure to see the records behind it.',
  'help.todo':
    'Everything that is waiting for you: customers to contact today, leads and customers assigned to you that nobody has followed up yet, and customers about to return to the pool.',
  'help.queue':
    'Work through today’s follow-ups one after another, most urgent first: call, note the outcome, pick the next contact and move on.',
  'help.leads':
    'Leads are possible customers whose needs aren’t confirmed yet. Once they are, convert the lead to a customer; its follow-ups and files move along.',
  'help.customers':
    'All customers that you and your team look after. Select a name to see the details and write a follow-up. Save your conditions as a view to get back to them in one click.',
  'help.contacts':
    'The people at your customers: who is responsible, how to reach them and who decides. Contacts you add from a customer are linked to it.',
  'help.products':
    'What the company sells: prices, floor and cost prices, tax, and prices by customer level. What is off sale cannot be added to new documents; existing ones keep it.',
  'help.pool':
    'Customers without an owner. Anyone with access can claim one and becomes its owner. Customers that nobody follows up return here by the pool rules.',
  'help.api':
    'Every call that other programs can make: its path, parameters, answer and errors, with an example to copy. Calls that you may not make are marked.',
  'help.person':
    'Your profile, picture and password, and the devices you’re logged in on. If you don’t recognise a device, log it out and change your password.',
  'steps.title': 'Get started',
  'steps.progress': '{done} of {all} done',
  'steps.hide': 'Don’t show again',
  'steps.hide_confirm': 'Hide these steps for good?',
  'steps.hide_hint': 'The question mark next to a page’s title always tells you what the page is for.',
  'steps.done': 'Done',
  'steps.import': 'Import your customers',
  'steps.import_hint': 'Bring them all in from a spreadsheet',
  'steps.invite': 'Invite your colleagues',
  'steps.invite_hint': 'Add employees with their department and role',
  'steps.fields': 'Adjust the fields',
  'steps.fields_hint': 'Make the forms fit your business',
  'steps.pool': 'Set the pool rules',
  'steps.pool_hint': 'Decide when customers nobody follows up return to the pool',
  'steps.follow_up': 'Write your first follow-up',
  'steps.follow_up_hint': 'Choose a customer, note what was said and when to talk next',
} as const satisfies Record<keyof typeof chinese, string>;
