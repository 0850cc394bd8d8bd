// Two characters are always kept, so 忠县 and 城区 stay whole. The listed peoples are those in the names of autonomous
// divisions; no name has more than five.
const suffixed =
  /^(.{2,20}?)(?:(?:回|藏|苗|彝|壮|侗|傣|白|瑶|土|满|黎|畲|羌|水|佤|怒|各|朝鲜|土家|布依|哈尼|傈僳|拉祜|纳西|景颇|仫佬|毛南|仡佬|布朗|撒拉|东乡|保安|裕固|独龙|普米|达斡尔|鄂温克|哈萨克|蒙古|维吾尔|柯尔克孜|锡伯|塔吉克)族?){0,9}(?:自治[区州县旗]|特别行政区|地区|[新林矿特]区|[省市区县旗盟])$/u;

/** The name as people say it: 河北省 → 河北, 恩施土家族苗族自治州 → 恩施, 浦东新区 → 浦东. */
export function bareName(name: string): string {
  return suffixed.exec(name)?.[1] ?? name;
}
