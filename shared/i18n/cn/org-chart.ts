/** The organisation chart of the staff page. */
export const orgChart = {
  'org_chart.title': '组织架构图',
  'org_chart.list': '员工列表',
  'org_chart.departments': '部门架构',
  'org_chart.reports': '汇报关系',
  'org_chart.open_all': '全部展开',
  'org_chart.fold_all': '全部收起',
  'org_chart.count': '{count}人',
  'org_chart.led_by': '负责人：{names}',
  'org_chart.and': '、',
  'org_chart.alone': '未设置直属上级',
  'org_chart.no_post': '未填写岗位',
} as const;
