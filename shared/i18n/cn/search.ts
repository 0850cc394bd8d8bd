/** Messages of the global search. */
export const search = {
  'search.title': '全局搜索',
  'search.placeholder': '搜索客户、线索、联系人的名称、拼音首字母或电话',
  'search.results': '搜索结果',
  'search.recent': '最近打开',
  'search.none': '没有找到「{text}」',
  'search.start': '输入名称、拼音首字母或电话号码的一部分',
  'search.keys': '↑↓ 选择　Enter 打开　Esc 关闭',
} as const;
