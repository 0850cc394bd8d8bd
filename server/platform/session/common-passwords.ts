/**
 * Words that many people base a password on: refused alone and with digits or signs around them (security N1).
 * Sequences, repeats, keyboard walks and dates are found by rule and need no entry here.
 */
const bases = `
password passwd passw0rd p@ssword p@ssw0rd pa55word pass word secret access login letmein welcome changeme default
test tester testing guest demo sample temp user username admin admins administrator manager root system sysadmin master
superman batman spiderman pokemon naruto starwars matrix dragon monkey shadow sunshine princess football baseball
basketball hockey soccer michael jordan jessica jennifer ashley daniel charlie thomas robert andrew joshua matthew
hunter killer trustno ranger buster george summer winter spring autumn computer internet samsung google facebook
iphone android windows microsoft oracle freedom whatever nothing forever flower butterfly chocolate cookie cheese
iloveyou loveyou loveme lovely love mylove ilove lover baby angel heaven hello helloworld hellokitty
qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd qweasdzxc qwerasdf asdfzxcv azerty dvorak
money success happy lucky diamond silver golden purple orange banana yellow pepper ginger
china zhongguo beijing shanghai guangzhou shenzhen hangzhou chengdu wuhan nanjing tianjin chongqing xian hongkong
woaini woaiwo woaiwojia woaiziji woaibaba woaimama woaini1314 woaini520 aini ainiyiwannian wobuzhidao wohenni
wodemima mima mimamima nishishui nihao nihaoma xiaoxiao xiaoxin xiaoyu xiaolong xiaobao xiaoming baobao baobei
laopo laogong qinaide zhangwei wangwei wangfang liwei lina zhangmin lijing wangjing liuwei wangxiuying zhangli
lixiuying wangli zhangjing lixia wanglei liuyang liqiang zhangyong wangyong lijun zhangtao wangqiang wangtao lining
kaixin kuaile xingfu pingan jiankang facai gongxi gongxifacai caiyuan shunli tianshi tiankong tiantang meili aiqing
huawei xiaomi alibaba taobao tencent weixin wechat zhifubao jingdong baidu meituan douyin
gongsi qiye xiaoshou kehu crm office work company sales customer staff team jianye wukong
abc abcd abcde abcdef abcabc aaa qqq zzz xxx asd asdf qwe qwer zxc zxcv qaz wsx
`;

/** Whole passwords, mostly digits, seen over and over in Chinese and international leaks. */
const whole = `
5201314 52013140 520131400 5201314520 5211314 52113140 1314520 13145200 1314521 13145210 13141314 131452013
520520520 521521521 52052052 5205201314 7758521 7758258 77585210 7758521a 584520 58452000 5845201314 1314258
147258369 1472583690 14725836 147852369 258369147 369258147 159357456 159753456 159357159 15935700 12345679 123456798
1234567891 12345678910 123456789a a123456789 a12345678 a1234567 aa123456 aa12345678 aaa123456 abc123456 abc12345
abcd1234 abcde12345 1234abcd 123abc456 q1w2e3r4 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qwer1234 1234qwer asdf1234
qwe123456 qwe12345 asd123456 zxc123456 zxcv1234 123456qwe 123456abc 123456aa 123qweasd qweasd123 123123123 12301230
321321321 789456123 789456123a 456789123 741852963 963852741 852741963 987654321a 88888888 66666666 99999999 00000000
11223344 112233445566 1122334455 11112222 12121212 12341234 12344321 123454321 1234554321 123321123 123321456 123698745
100200300 10203040 10101010 20082008 20202020 19191919 16816888 16888888 18181818 13800138000 12315123 1008610086
95279527 110110110 119119119 112112112 110120119 120120120 114114114 7788414 77889900 778899 987654123 951753852
g_czechout xiaoyu1234 woaini123 woaini1314 woaini520 woaini521 woaini5201314 iloveyou520 ily1314520 zxcvbnm123
changeme123 p@ssw0rd1 pass@word1 passw0rd123 admin888 admin@123 admin123456 root@123 root123456 test123456 qwer@1234
1qaz@wsx 1qaz!qaz 1qaz2wsx3edc zaq1@wsx !qaz2wsx !@#qweasd qwe!@#123 123!@#qwe abc@123456 aa@123456 a!123456
monkey123 dragon123 sunshine1 princess1 football1 baseball1 superman1 trustno1 letmein1 welcome1 michael1 master123
computer1 internet1 whatever1 starwars1 iloveyou1 iloveyou2 charlie1 jordan23 liverpool arsenal1 chelsea1 manchester
barcelona realmadrid juventus valentina samantha elizabeth alexander christian nicholas victoria jonathan
anthony1 benjamin patricia isabella gabriella stephanie mercedes porsche911 ferrari1 lamborghini motorola nokia1234
`;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

export const commonBases = words(bases);
export const commonPasswords = words(whole);
