import type { orgChart as chinese } from '#shared/i18n/cn/org-chart.ts';

/** The organisation chart of the staff page. */
export const orgChart = {
  'org_chart.title': 'Organisation chart',
  'org_chart.list': 'Staff list',
  'org_chart.departments': 'Departments',
  'org_chart.reports': 'Reporting lines',
  'org_chart.open_all': 'Expand all',
  'org_chart.fold_all': 'Collapse all',
  'org_chart.count': '{count, plural, one {# person} other {# people}}',
  'org_chart.led_by': 'led by {names}',
  'org_chart.and': ', ',
  'org_chart.alone': 'Without a superior',
  'org_chart.no_post': 'No post',
} as const satisfies Record<keyof typeof chinese, string>;
