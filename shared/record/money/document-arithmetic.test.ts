import { describe, expect, it } from 'vitest';
import { computedLine, editedLine, type DocumentLine, type LineField } from '#shared/record/money/document-line.ts';
import {
  computedTotal,
  editedDocument,
  sumOfLines,
  type DocumentEdit,
  type DocumentTotal,
} from '#shared/record/money/document-total.ts';

// Amounts are compared with the same rules in integers, which share no code with the product.

/** A decimal in units of 1/10^places; it has no more decimals than that. */
function units(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(places, '0'));
  return decimal.startsWith('-') ? -size : size;
}
const cents = (decimal: string): bigint => units(decimal, 2);

function ofCents(amount: bigint): string {
  const size = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
}

/** The quotient rounded to an integer, half away from 0. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [size, by] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * size + by) / (2n * by);
  return isNegative ? -quotient : quotient;
}

const subtotalOf = (salesPrice: string, num: string) => ofCents(rounded(cents(salesPrice) * units(num, 4), 10_000n));
const offOf = (whole: bigint, part: bigint) => ofCents(whole === 0n ? 0n : rounded((whole - part) * 10_000n, whole));
const leftOf = (amount: bigint, percent: string) => ofCents(rounded(amount * (10_000n - cents(percent)), 10_000n));

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

const seed = 20_260_701;
const roll = dice(seed);
/** With up to this many integer digits, short numbers as often as long ones; includes halves and ends of ranges. */
function decimal(wholeDigits: number, fractionDigits: number): string {
  const whole = Array.from({ length: 1 + roll(wholeDigits) }, () => (roll(3) === 0 ? '9' : String(roll(10)))).join('');
  const fraction = Array.from({ length: roll(fractionDigits + 1) }, () =>
    roll(3) === 0 ? '5' : String(roll(10)),
  ).join('');
  const plain = whole.replace(/^0+(?=\d)/, '') + (fraction === '' ? '' : `.${fraction}`);
  return roll(40) === 0 ? '0' : plain;
}
const money = () => decimal(10, 2);
const percent = () => (roll(4) === 0 ? '-' : '') + decimal(3, 2);
const quantity = () => decimal(7, 4);

const randomLine = (): DocumentLine => computedLine({ price: money(), salesPrice: money(), num: quantity() });

describe(`line arithmetic, seed ${seed}`, () => {
  it('equals integer arithmetic for 10,000 random lines, with one field typed after another', () => {
    const makers: Readonly<Record<LineField, () => string>> = {
      price: money,
      salesPrice: money,
      num: quantity,
      discount: percent,
    };
    const fields = Object.keys(makers) as LineField[];
    for (let count = 0; count < 10_000; count += 1) {
      let line = randomLine();
      for (let edits = 0; edits < 3; edits += 1) {
        const field = fields[roll(fields.length)] ?? 'num';
        const typed = makers[field]();
        const before = line;
        line = editedLine(line, field, typed);
        const price = field === 'price' ? ofCents(cents(typed)) : before.price;
        const salesPrice =
          field === 'salesPrice'
            ? ofCents(cents(typed))
            : field === 'discount'
              ? leftOf(cents(price), typed)
              : before.salesPrice;
        const num = field === 'num' ? typed : before.num;
        const expected = {
          price,
          salesPrice,
          num,
          discount: offOf(cents(price), cents(salesPrice)),
          subtotal: subtotalOf(salesPrice, num),
        };
        hold(line, expected, [count, field, typed]);
      }
    }
  });

  it('equals integer arithmetic for 10,000 random documents', () => {
    for (let count = 0; count < 10_000; count += 1) {
      let lines = Array.from({ length: roll(6) }, randomLine);
      let document = editedDocument({ totalPrice: '', discountRate: '', agreedRate: '0.00' }, lines, {
        field: 'lines',
      });
      let agreed = '0.00';
      for (let edits = 0; edits < 4; edits += 1) {
        if (roll(2) === 0) lines = [...lines.slice(roll(2)), randomLine()];
        const sum = lines.reduce((total, line) => total + cents(line.subtotal), 0n);
        const edit = randomEdit();
        document = editedDocument(document, lines, edit);
        const isTotal = edit.field === 'totalPrice' && edit.typed !== '';
        if (isTotal) agreed = offOf(sum, cents(edit.typed));
        else if (edit.field !== 'lines') agreed = edit.field === 'discountRate' ? ofCents(cents(edit.typed)) : '0.00';
        const totalPrice = isTotal ? ofCents(cents(edit.typed)) : leftOf(sum, agreed);
        const expected = { totalPrice, discountRate: offOf(sum, cents(totalPrice)), agreedRate: agreed };
        hold(document, expected, [count, edit]);
        hold({ sum: sumOfLines(lines) }, { sum: ofCents(sum) }, [count]);
      }
    }
  });
});

/** Compares all amounts at once; an assertion each would take most of the time. */
function hold(found: object, expected: object, of: readonly unknown[]): void {
  const isSame = Object.entries(expected).every(([key, value]) => (found as Record<string, unknown>)[key] === value);
  if (!isSame) expect([...of, found]).toEqual([...of, expected]);
}

function randomEdit(): DocumentEdit {
  const kind = roll(4);
  if (kind === 0) return { field: 'totalPrice', typed: roll(8) === 0 ? '' : money() };
  return kind === 1 ? { field: 'discountRate', typed: percent() } : { field: 'lines' };
}

describe('a line', () => {
  const line = computedLine({ price: '100.00', salesPrice: '100.00', num: '3' });

  it('keeps its other values', () => {
    expect(editedLine({ ...line, productId: 7 }, 'num', '2')).toMatchObject({ productId: 7, subtotal: '200.00' });
  });

  it.each([
    ['discount', '10', { salesPrice: '90.00', discount: '10.00', subtotal: '270.00' }],
    ['discount', '-5.5', { salesPrice: '105.50', discount: '-5.50', subtotal: '316.50' }],
    ['salesPrice', '66.665', { salesPrice: '66.67', discount: '33.33', subtotal: '200.01' }],
    ['price', '0', { price: '0.00', salesPrice: '100.00', discount: '0.00', subtotal: '300.00' }],
    ['num', '', { num: '', subtotal: '0.00' }],
    ['num', '0.005', { subtotal: '0.50' }],
    ['num', '-0.00005', { subtotal: '-0.01' }],
  ] as const)('after %s %s', (field, typed, expected) => {
    expect(editedLine(line, field, typed)).toMatchObject(expected);
  });

  it('shows the discount derived from its sales price, not the typed one', () => {
    const cheap = editedLine(computedLine({ price: '0.05', salesPrice: '0.05', num: '1' }), 'discount', '33.3');
    expect(cheap).toMatchObject({ salesPrice: '0.03', discount: '40.00' });
    expect(editedLine(cheap, 'num', '2')).toMatchObject({ salesPrice: '0.03', discount: '40.00', subtotal: '0.06' });
  });
});

describe('the total of a document', () => {
  const lines = (...subtotals: string[]) => subtotals.map((subtotal) => ({ subtotal }));
  const at = (totalPrice: string, discountRate: string, agreedRate = discountRate): DocumentTotal => ({
    totalPrice,
    discountRate,
    agreedRate,
  });

  it('is the sum of the lines unless one is typed', () => {
    const one = editedDocument(at('0.00', '0.00'), lines('33.33'), { field: 'lines' });
    expect(one).toEqual(at('33.33', '0.00'));
    expect(editedDocument(one, lines('33.33', '0.10'), { field: 'lines' })).toEqual(at('33.43', '0.00'));
  });

  it('keeps the typed rate exactly when lines change', () => {
    const typed = editedDocument(at('33.33', '0.00'), lines('33.33'), { field: 'discountRate', typed: '10' });
    expect(typed).toEqual(at('30.00', '9.99', '10.00'));
    const added = editedDocument(typed, lines('33.33', '966.67'), { field: 'lines' });
    expect(added).toEqual(at('900.00', '10.00'));
    const none = editedDocument(added, [], { field: 'lines' });
    expect(none).toEqual(at('0.00', '0.00', '10.00'));
    expect(editedDocument(none, lines('50.00'), { field: 'lines' })).toEqual(at('45.00', '10.00'));
  });

  it('keeps the rate of a typed total, and returns to the sum without one', () => {
    const typed = editedDocument(at('1000.00', '0.00'), lines('1000.00'), { field: 'totalPrice', typed: '800' });
    expect(typed).toEqual(at('800.00', '20.00'));
    const added = editedDocument(typed, lines('1000.00', '500.00'), { field: 'lines' });
    expect(added).toEqual(at('1200.00', '20.00'));
    const cleared = { field: 'totalPrice', typed: '' } as const;
    expect(editedDocument(added, lines('1000.00', '500.00'), cleared)).toEqual(at('1500.00', '0.00'));
  });

  it('may be above the sum, and is allowed without lines', () => {
    expect(computedTotal('110', lines('100.00'))).toEqual(at('110.00', '-10.00'));
    expect(computedTotal('500', [])).toEqual(at('500.00', '0.00'));
  });
});
