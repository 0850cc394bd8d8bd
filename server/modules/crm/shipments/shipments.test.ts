import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#server/testing/company.ts';
import { shipmentStatuses } from '#shared/crm/shipments/shipment-type.ts';
import { openShipments, type Shipments } from './testing.ts';

let all: Shipments;
beforeAll(async () => {
  all = await openShipments();
});
afterAll(() => all.close());

const winners = (answers: readonly Answer[]): number => answers.filter(({ code }) => code === 0).length;
const statusOf = async (expressId: number): Promise<unknown> => (await all.read(expressId))['status'];

describe('a shipment', () => {
  it('goes where its contract says, and keeps what its products were called', async () => {
    const contractId = await all.sold('10', '4');
    const { expressId } = await all.ship(contractId, [{ ...all.of('3'), name: '黄金', unit: '吨' }]);
    const shipment = await all.read(expressId);
    expect(shipment).toMatchObject({
      receiverName: '周收货',
      receiverMobile: '13800000000',
      receiverAddress: '苏州市园区1号',
      status: shipmentStatuses.toSend,
      product: [{ name: '钢笔', num: '3' }],
    });
    expect((shipment['product'] as Record<string, unknown>[])[0]?.['unit']).not.toBe('吨');
    expect(await all.leftOfContract(contractId)).toEqual(['钢笔 7', '纸张 4']);
    const contract = await all.contractLines(contractId);
    expect(contract.map(({ expressId: held }) => held)).toEqual([expressId, null]);
  });

  it('never takes more than was sold, together with the others, and says of what and how much', async () => {
    const contractId = await all.sold('10', '4');
    const { expressId } = await all.ship(contractId, [all.of('6')]);
    const refused = await all.ask(contractId, [all.of('2.5'), all.of('2', all.pens)]);
    expect([refused.code, refused.msg]).toEqual([
      422,
      expect.stringMatching(/产品「钢笔」超出合同「发货合同\d+」的数量：合同共10，发货单合计多出0\.5/),
    ]);
    const english = await all.ask(contractId, [all.of('5')], 'seller', true);
    expect(english.msg).toMatch(/take more “钢笔” than contract “发货合同\d+” has: 10 sold, 1 too many/);
    const stranger = await all.newProduct('雨伞');
    expect((await all.ask(contractId, [all.of('1', stranger)])).msg).toMatch(/没有产品「雨伞」/);
    for (const num of ['0', '-1', '很多', '1e3']) expect((await all.ask(contractId, [all.of(num)])).code).not.toBe(0);
    await all.ship(contractId, [all.of('4')]);
    expect((await all.ask(contractId, [all.of('0.0001')])).code).toBe(422);
    // cancelled, its goods can go another way
    await all.done('CrmExpress/updateStatus', { expressId, status: shipmentStatuses.cancelled });
    const again = await all.ship(contractId, [all.of('6')]);
    expect(await all.leftOfContract(contractId)).toEqual(['钢笔 0', '纸张 4']);
    // and not back as well
    const undone = await all.call('operation/undo', { operationId: await lastOperation() });
    expect([undone.code, await statusOf(expressId)]).toEqual([422, shipmentStatuses.cancelled]);
    expect(await statusOf(again.expressId)).toBe(shipmentStatuses.toSend);
  });

  it('waits for a contract that is not in force, of which nothing leaves', async () => {
    const contractId = await all.sold('1', '1', false);
    const { expressId } = await all.ship(contractId, [all.of('5')]);
    expect((await all.send(expressId)).msg).toMatch(/没有生效，不能发货/);
    await all.pass(contractId);
    expect((await all.send(expressId)).msg).toMatch(/多出4/);
    await all.done('CrmExpress/addOrUpdate', {
      entity: { expressId },
      field: [],
      product: [all.of('1')],
    });
    expect((await all.send(expressId)).msg).toBe('');
  });

  it('keeps a contract in force that was taken over from an old system', async () => {
    const contractId = await all.sold('10', '4', false);
    const { operationId } = await all.done<{ operationId: number }>(
      'CrmContract/passOpeningBalances',
      { contractIds: [contractId] },
      'admin',
    );
    const { number } = await all.ship(contractId, [all.of('3')]);
    const { kept } = await all.done<{ kept: object[] }>('operation/undo', { operationId }, 'admin');
    expect(kept).toContainEqual(
      expect.objectContaining({ id: contractId, msg: `已有发货${number}，合同不能退回草稿` }),
    );
    expect(await all.leftOfContract(contractId)).toEqual(['钢笔 7', '纸张 4']);
  });

  it('of two that want the same rest, one gets it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const contractId = await all.sold('10', '4');
      const answers = await Promise.all([6, 7, 8].map((num) => all.ask(contractId, [all.of(String(num))])));
      expect(winners(answers)).toBe(1);
    }
  });
});

const lastOperation = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select max(operation_id)::int as id from operation`.execute(all.db);
  return rows[0]?.id ?? 0;
};

describe('parcels', () => {
  it('move a shipment from waiting to partly sent and sent, and tell where they are', async () => {
    const { expressId } = await all.ship(await all.sold('10', '4'), [all.of('3'), all.of('2', all.paper)]);
    const first = await all.send(expressId, [{ productId: all.pens, productNum: '2' }], { deliverNumber: 'ABC-1' });
    expect(first.data).toMatchObject({ status: shipmentStatuses.partlySent });
    expect(await all.left(expressId)).toEqual(['钢笔 1', '纸张 2']);
    // its lines stay as they are once something has left
    const changed = await all.call('CrmExpress/addOrUpdate', { entity: { expressId }, field: [], product: [] });
    expect(changed.code).toBe(422);
    const over = await all.send(expressId, [{ productId: all.pens, num: '2' }]);
    expect([over.code, over.msg]).toEqual([422, '产品「钢笔」只剩1未发']);
    expect((await all.send(expressId, [{ productId: 999_999, num: '1' }])).msg).toMatch(/不在发货单/);
    for (const num of ['0', '-1', '1.23456', '一', '1e2'])
      expect((await all.send(expressId, [{ productId: all.pens, num }])).msg).toMatch(/必须大于0/);
    expect((await all.send(expressId, undefined, { deliverNumber: 'abc-1' })).msg).toBe(
      '快递单号「abc-1」已登记过，请核对',
    );
    expect((await all.send(expressId, undefined, { deliverNumber: '' })).msg).toBe('请填写快递单号');
    expect((await all.send(expressId, undefined, { deliverCompany: '' })).msg).toBe('请填写快递公司');
    expect(await statusOf(expressId)).toBe(shipmentStatuses.partlySent);
    const last = await all.send(expressId, undefined, { deliverTime: '2026-01-02 08:30' });
    expect(last.data).toMatchObject({ status: shipmentStatuses.sent });
    expect((await all.send(expressId)).msg).toMatch(/已没有待发的货物/);
    const parcels = await all.parcels(expressId);
    expect(parcels.map(({ products }) => products.map(({ name, num }) => `${name} ${num}`))).toEqual([
      ['钢笔 1', '纸张 2'],
      ['钢笔 2'],
    ]);
    expect(parcels[0]?.deliverTime).toBe('2026-01-02 08:30:00');
    const deliverId = parcels[0]?.deliverId;
    expect(await all.done('CrmExpressDeliver/queryById', { deliverId })).toEqual(parcels[0]);
    const tracked = () =>
      all.done<{ context: string }[]>('CrmExpressDeliver/deliverLog', {
        deliverCompany: '顺丰速运',
        deliverNumber: 'ABC-1',
      });
    expect((await tracked()).map(({ context }) => context)).toEqual(['商家已发货，王芳交给顺丰速运，单号ABC-1']);
    await all.done('CrmExpress/updateStatus', { expressIds: [expressId], status: shipmentStatuses.received });
    expect((await tracked()).map(({ context }) => context)[0]).toBe('已签收');
    expect((await all.send(expressId)).msg).toMatch(/已签收，不能再登记包裹/);
  });

  it('can be corrected, and the shipment follows', async () => {
    const { expressId } = await all.ship(await all.sold('10', '4'), [all.of('3')]);
    const { deliverId } = (await all.send(expressId)).data as { deliverId: number };
    const correct = (more: Record<string, unknown>) =>
      all.call('CrmExpressDeliver/addOrUpdate', { deliverId, ...more });
    expect((await correct({ deliverNumber: 'NEW-1' })).data).toMatchObject({ status: shipmentStatuses.sent });
    expect((await correct({ products: [{ productId: all.pens, num: '1' }] })).data).toMatchObject({
      status: shipmentStatuses.partlySent,
    });
    expect((await all.parcels(expressId))[0]).toMatchObject({ deliverNumber: 'NEW-1', deliverCompany: '顺丰速运' });
    expect(await all.left(expressId)).toEqual(['钢笔 2']);
  });

  it('of two at once over the rest one leaves, and of two of one number one is made', async () => {
    for (let round = 0; round < 3; round += 1) {
      const contractId = await all.sold('10', '4');
      const { expressId } = await all.ship(contractId, [all.of('5')]);
      const both = await Promise.all([3, 4].map((num) => all.send(expressId, [{ productId: all.pens, num }])));
      expect(winners(both)).toBe(1);
      const [one, other] = [await all.ship(contractId, [all.of('1')]), await all.ship(contractId, [all.of('1')])];
      const number = { deliverNumber: `TWIN${round}` };
      const twins = await Promise.all([one, other].map((shipment) => all.send(shipment.expressId, undefined, number)));
      expect([winners(twins), twins.find(({ code }) => code !== 0)?.msg]).toEqual([
        1,
        `快递单号「TWIN${round}」已登记过，请核对`,
      ]);
    }
  });

  it('of a void shipment stay as history, and their goods can be sent again', async () => {
    const contractId = await all.sold('3', '1');
    const { expressId } = await all.ship(contractId, [all.of('3')]);
    await all.send(expressId, [{ productId: all.pens, num: '2' }]);
    expect((await all.call('CrmExpress/updateStatus', { expressId, status: shipmentStatuses.cancelled })).code).toBe(
      409,
    );
    await all.done('CrmExpress/voidStatus', { expressId, remark: '发错货' });
    expect(await all.leftOfContract(contractId)).toEqual(['钢笔 3', '纸张 1']);
    expect(await all.parcels(expressId)).toHaveLength(1);
    expect((await all.send(expressId)).code).toBe(409);
    expect((await all.send((await all.ship(contractId, [all.of('3')])).expressId)).msg).toBe('');
  });

  it('hold in the database too, whoever writes', async () => {
    const contractId = await all.sold('3', '1');
    const { expressId } = await all.ship(contractId, [all.of('3')]);
    await all.send(expressId);
    await expect(
      sql`update express_deliver_item set num = num + 1 where line_id in
      (select line_id from express_line where express_id = ${expressId})`.execute(all.db),
    ).rejects.toThrow('more has left than a shipment has');
    await expect(
      sql`update contract_product set num = 2 where contract_id = ${contractId}`.execute(all.db),
    ).rejects.toThrow('more has left than was sold');
  });
});

describe('rights', () => {
  it('reach as far as those to the shipment, and say nothing of others', async () => {
    const { expressId } = await all.ship(await all.sold('3', '1'), [all.of('3')]);
    const { deliverId } = (await all.send(expressId, [{ productId: all.pens, num: '1' }])).data as {
      deliverId: number;
    };
    const deliverNumber = (await all.parcels(expressId))[0]?.deliverNumber;
    const asked: [string, Record<string, unknown>][] = [
      ['CrmExpressDeliver/queryByExpressId', { expressId }],
      ['CrmExpressDeliver/queryById', { deliverId }],
      ['CrmExpressDeliver/queryLeft', { expressId }],
      ['CrmExpressDeliver/addOrUpdate', all.parcelBody(expressId)],
      ['CrmExpressDeliver/addOrUpdate', { deliverId, remark: '改' }],
      ['CrmExpress/voidStatus', { expressId }],
    ];
    for (const [path, body] of asked) {
      const [theirs, none] = [await all.call(path, body, 'stranger'), await all.call(path, absent(body), 'stranger')];
      expect([path, theirs.code, theirs.msg]).toEqual([path, none.code, none.msg]);
      expect(theirs.code).not.toBe(0);
    }
    expect(await all.done('CrmExpressDeliver/deliverLog', { deliverNumber }, 'stranger')).toEqual([]);
  });
});

const absent = (body: Record<string, unknown>) => ({
  ...body,
  ...('expressId' in body ? { expressId: 99_999_999 } : {}),
  ...('deliverId' in body ? { deliverId: 99_999_998 } : {}),
});

describe('the sheet of tracking numbers', () => {
  it('goes out with what is left, and comes back as parcels, each row with its reason', async () => {
    const contractId = await all.sold('10', '4');
    const one = await all.ship(contractId, [all.of('3'), all.of('2', all.paper)]);
    const other = await all.ship(contractId, [all.of('1')]);
    await all.send(one.expressId, [{ productId: all.pens, num: '1' }]);
    const file = await all.call('CrmExpress/expressDeliverExcel', { expressIds: [one.expressId, other.expressId] });
    const rows = await all.cells(file.raw);
    expect(rows[0]).toEqual([
      '发货单号',
      '客户名称',
      '合同编号',
      '收件人',
      '收件人手机',
      '收件地址',
      '待发货物',
      '快递公司',
      '快递单号',
    ]);
    expect(rows[1]?.[6]).toMatch(/钢笔 × 2.*；纸张 × 2/);
    const lines = [
      `${one.number},圆通速递,YT-1`,
      `${other.number},圆通速递,yt-1`,
      `${other.number},,`,
      `FH-NONE,圆通速递,YT-2`,
      `${other.number},,YT-3`,
      `${one.number},圆通速递,YT-4`,
      `${other.number},圆通速递,${'9'.repeat(60)}`,
      `${other.number},圆通速递,YT-5`,
    ];
    const answer = await all.upload(['发货单号,快递公司,快递单号', ...lines].join('\n'));
    expect(answer.msg).toBe('');
    expect(answer.data).toMatchObject({ total: 8, success: 2, skipped: 1 });
    const { errors } = answer.data as { errors: { row: number; msg: string }[] };
    expect(errors.map(({ row, msg }) => [row, msg])).toEqual([
      [3, '快递单号「yt-1」与第2行重复'],
      [5, '没有找到您能修改的发货单「FH-NONE」'],
      [6, '请填写快递公司'],
      [7, expect.stringMatching(/已没有待发的货物/)],
      [8, '快递单号最多50个字'],
    ]);
    expect(await statusOf(one.expressId)).toBe(shipmentStatuses.sent);
    expect((await all.upload('发货单号,快递公司\n1,2\n')).code).toBe(422);
    const foreign = await all.upload(`发货单号,快递公司,快递单号\n${other.number},圆通速递,YT-9\n`, 'stranger');
    expect(foreign.data).toMatchObject({ success: 0, errors: [{ row: 2 }] });
  });
});

describe('a change of its contract', () => {
  it('may take back what has not been shipped, and no more', async () => {
    const contractId = await all.sold('10', '4');
    await all.ship(contractId, [all.of('6')]);
    const order = await all.done<{ contractId: number }>('CrmContract/startChange', { contractId });
    const lines = await all.done<{ list: Record<string, unknown>[] }>('CrmContract/qureyProductListByContractId', {
      contractId: order.contractId,
      pageType: 0,
    });
    const product = lines.list.map((line) => ({
      lineId: line['lineId'],
      num: line['name'] === '钢笔' ? '5' : '4',
    }));
    // at full price it passes by itself
    const saved = await all.save({ contractId: order.contractId }, { product });
    expect(saved.msg).toMatch(/产品「钢笔」超出合同.*合同共5，发货单合计多出1/);
    product.forEach((line) => (line.num = line.num === '5' ? '6' : line.num));
    expect((await all.save({ contractId: order.contractId }, { product })).msg).toBe('');
    expect(await all.leftOfContract(contractId)).toEqual(['钢笔 0', '纸张 4']);
  });
});

describe('the lists of others, and what waits', () => {
  it('show the shipments of contracts, and of the contract of a receivable', async () => {
    const contractId = await all.sold('10', '4');
    const { expressId, number } = await all.ship(contractId, [all.of('3')]);
    const listed = await all.done<Record<string, unknown>[]>('CrmExpress/findByContractIdList', {
      contractId,
      pageType: 0,
    });
    expect(listed).toMatchObject([{ expressId, number, products: [{ num: '3' }] }]);
    const paged = await all.done<{ totalRow: number }>('CrmExpress/findByContractList', {
      contractIds: [contractId, await all.sold('1', '1')],
    });
    expect(paged.totalRow).toBe(1);
    const { receivablesId } = await all.done<{ receivablesId: number }>('CrmReceivables/saveOrUpdate', {
      entity: { contract_id: contractId, customer_id: all.customerId, money: '10', checkStatus: 5 },
      field: [],
    });
    const ofReceivable = await all.done<{ list: unknown[] }>('CrmExpress/findByReceivablesList', { receivablesId });
    expect(ofReceivable.list).toMatchObject([{ expressId }]);
    expect((await all.call('CrmExpress/findByContractIdList', { contractId }, 'stranger')).code).not.toBe(0);
    const counted = async () => (await all.done<Record<string, number>>('CrmBackLog/num'))['checkExpress'] ?? -1;
    const before = await counted();
    await all.send(expressId);
    expect(await counted()).toBe(before - 1);
  });
});
