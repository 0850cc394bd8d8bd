/**
 * What salespeople write over the columns of their own sheets: each line has the words for one meaning. A word may stand in
 * several, as records of one kind have one of them.
 */
export const headingWords: readonly (readonly string[])[] = [
  [
    '客户名称',
    '客户',
    '客户名',
    '公司',
    '公司名',
    '公司名称',
    '企业',
    '企业名称',
    '单位',
    '单位名称',
    'customer',
    'company',
    'account',
  ],
  ['线索名称', '线索', '姓名', '名称', '公司名', '公司名称', '客户名称', 'lead', 'name'],
  ['姓名', '联系人', '联系人姓名', '名字', 'contact', 'full name', 'name'],
  ['手机', '手机号', '手机号码', '移动电话', '联系手机', 'mobile', 'cell', 'cell phone', 'mobile phone'],
  ['电话', '座机', '座机号', '固话', '固定电话', '办公电话', '公司电话', '联系电话', 'tel', 'telephone', 'phone'],
  ['邮箱', '电子邮箱', '电子邮件', '邮件', 'email', 'e-mail', 'mail'],
  ['网址', '官网', '网站', '主页', '公司网站', 'website', 'homepage', 'url', 'web'],
  ['客户级别', '级别', '等级', '客户等级', '重要程度', 'level', 'grade', 'rating'],
  ['客户行业', '行业', '所属行业', '行业类别', '所在行业', 'industry', 'sector'],
  ['客户来源', '线索来源', '来源', '渠道', '来源渠道', '客户渠道', '获客渠道', 'source', 'channel'],
  ['下次联系时间', '下次联系', '下次跟进', '下次跟进时间', '下次拜访', '预约时间', 'next contact', 'next follow-up'],
  ['备注', '备注说明', '说明', '描述', '备注信息', '其他', 'remark', 'remarks', 'note', 'notes', 'description'],
  ['职务', '职位', '岗位', '头衔', 'post', 'position', 'job title'],
  ['性别', 'sex', 'gender'],
  ['详细地址', '地址', '街道', '街道地址', '门牌号', 'address', 'street'],
  ['省', '省份', 'province', 'state'],
  ['市', '城市', 'city'],
  ['区', '区县', '县', 'district', 'county'],
  ['纳税人识别号', '税号', '信用代码', '统一社会信用代码', 'tax number'],
];
