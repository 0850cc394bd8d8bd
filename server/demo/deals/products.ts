import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import type { Random } from '#server/demo/random.ts';
import { productType, shelf, shelfField, unitField } from '#shared/crm/products/product-type.ts';
import { levels } from '#shared/crm/options.ts';

/** What the company sells: categories with those below them, each with products, a unit and a price. */
const range: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, string, number])[]>>>> = {
  硬件设备: {
    网络设备: [
      ['千兆交换机 24口', '台', 1680],
      ['万兆核心交换机', '台', 26800],
      ['企业级无线路由器', '台', 1299],
      ['吸顶式无线AP', '个', 680],
      ['下一代防火墙', '台', 38500],
    ],
    服务器与存储: [
      ['机架式服务器 双路', '台', 42800],
      ['塔式服务器 入门型', '台', 9800],
      ['网络存储 4盘位', '台', 5280],
      ['固态硬盘 企业级 3.84T', '块', 4360],
      ['不间断电源 3KVA', '台', 3150],
    ],
    办公终端: [
      ['商务笔记本电脑 14寸', '台', 5999],
      ['台式一体机', '台', 4699],
      ['激光多功能一体机', '台', 2399],
      ['会议平板 75寸', '台', 15800],
      ['视频会议摄像头', '个', 1880],
    ],
  },
  软件产品: {
    管理软件: [
      ['进销存管理系统 标准版', '套', 12800],
      ['财务管理系统 企业版', '套', 36800],
      ['人力资源管理系统', '套', 28800],
      ['生产执行系统 MES', '套', 168000],
    ],
    安全软件: [
      ['终端安全管理 50点', '套', 9900],
      ['数据备份软件', '套', 15600],
      ['上网行为管理授权', '套', 8800],
    ],
  },
  技术服务: {
    实施服务: [
      ['系统集成实施', '套', 18000],
      ['机房布线施工', '米', 45],
      ['数据迁移服务', '套', 12000],
    ],
    维护服务: [
      ['年度运维服务 标准', '套', 24000],
      ['年度运维服务 7×24', '套', 58000],
      ['设备延保 一年', '台', 600],
    ],
    培训: [
      ['管理员培训 两天', '套', 6000],
      ['公开课1280', '套', 1280],
    ],
  },
  耗材配件: {
    线缆: [
      ['六类网线 305米', '箱', 720],
      ['光纤跳线 3米', '个', 28],
    ],
    打印耗材: [
      ['黑色硒鼓 大容量', '个', 399],
      ['复印纸 A4', '箱', 165],
    ],
  },
};

/** The product by whose number payments by coupon are known. */
const coupon = { name: '公开课1280', num: '100010' } as const;

/** Products of three levels of categories, one in twelve off the shelf; the same each time. */
export async function fillProducts(db: Database, random: Random, owner: number): Promise<void> {
  const fields = await readFields(db, productType.code);
  const keyOf = (name: string): string => {
    const field = fields.byName.get(name);
    return field ? customKey(field) : name;
  };
  let place = 0;
  let number = 0;
  for (const [above, below] of Object.entries(range)) {
    const pid = await addCategory(db, above, null, (place += 1));
    for (const [name, products] of Object.entries(below)) {
      const category = await addCategory(db, name, pid, (place += 1));
      for (const [title, unit, price] of products)
        await addProduct(db, random, owner, {
          category,
          title,
          price,
          num: title === coupon.name ? coupon.num : `CP${String((number += 1)).padStart(5, '0')}`,
          custom: { [keyOf(unitField)]: unit, [keyOf(shelfField)]: random.next() < 0.08 ? shelf.off : shelf.on },
          isService: above === '技术服务',
        });
    }
  }
}

async function addCategory(db: Database, name: string, pid: number | null, place: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into product_category (name, pid, place) values (${name}, ${pid}, ${place})
    returning category_id as id`.execute(db);
  return rows[0]?.id ?? 0;
}

interface DemoProduct {
  readonly category: number;
  readonly title: string;
  readonly num: string;
  readonly price: number;
  readonly custom: Readonly<Record<string, string>>;
  readonly isService: boolean;
}

async function addProduct(db: Database, random: Random, owner: number, product: DemoProduct): Promise<void> {
  const { category, title, num, price, custom, isService } = product;
  const batchId = `demo-product-${num}`;
  const minutes = (200 + random.below(160)) * 1440;
  const { rows } = await sql<{ id: number }>`
    insert into product (name, category_id, num, price, floor_price, cost_price, tax_rate, custom, batch_id, owner_user_id,
      create_user_id, create_time, update_time)
    values (${title}, ${category}, ${num}, ${price}, ${Math.round(price * 0.8)}, ${Math.round(price * 0.62)},
      ${isService ? 6 : 13}, ${JSON.stringify(custom)}, ${batchId}, ${owner}, ${owner},
      now() - make_interval(mins => ${minutes}), now() - make_interval(mins => ${random.below(minutes)}))
    returning product_id as id`.execute(db);
  const id = rows[0]?.id ?? 0;
  const offers = levels.slice(0, 2).map((level, at) => ({ level, price: Math.round(price * (at === 0 ? 0.9 : 0.95)) }));
  for (const [at, offer] of offers.entries())
    await sql`
      insert into product_price (product_id, place, since, level, level_price)
      values (${id}, ${at}, 1, ${offer.level}, ${offer.price})`.execute(db);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_product.created', ${productType.code}, product_id, 1, create_user_id, create_time from product
    where product_id = ${id}`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    values (${batchId}, ${owner}, ${productType.code}, ${id})`.execute(db);
}
