import { expect, it } from 'vitest';
import { failedRowsCsv } from '#web/record/bulk-sheets/failed-rows.ts';

const errors = [
  { row: 3, msg: '没有找到客户“甲,乙”', cells: ['甲,乙', '=1+1'] },
  { row: 5, msg: '客户名称不能为空', cells: ['', '说"好"'] },
];

it('writes the original rows with the reason, quoted and without formulas', () => {
  expect(failedRowsCsv({ headings: ['客户名称', '成员'], errors }, '错误原因')).toBe(
    '\uFEFF客户名称,成员,错误原因\r\n"甲,乙",\'=1+1,"没有找到客户“甲,乙”"\r\n,"说""好""",客户名称不能为空\r\n',
  );
});

it('puts the reason where a corrected file has it already', () => {
  const again = [{ row: 2, msg: '新的原因', cells: ['甲', '旧的原因'] }];
  expect(failedRowsCsv({ headings: ['客户名称', '错误原因'], errors: again }, '错误原因')).toBe(
    '\uFEFF客户名称,错误原因\r\n甲,新的原因\r\n',
  );
});
