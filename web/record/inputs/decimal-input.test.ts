import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DecimalInput } from '#web/record/inputs/decimal-input.tsx';
import { readMoney } from '#shared/record/field-types/money.ts';
import { readPercent } from '#shared/record/field-types/percent.ts';

const shown = (value: string, read: (written: string) => string | null, suffix?: string): string =>
  renderToStaticMarkup(
    createElement(DecimalInput, {
      id: 'x',
      value,
      read,
      suffix,
      maxLength: 50,
      placeholder: '',
      onChange: () => undefined,
      onBlur: () => undefined,
    }),
  );

it('shows an amount with thousands separators, and leaves invalid text unchanged', () => {
  expect(shown('-1234567.80', readMoney)).toContain('value="-1,234,567.80"');
  expect(shown('12,34', readMoney)).toContain('value="12,34"');
  expect(shown('', readMoney)).toContain('value=""');
});

it('shows a percentage with its sign', () => {
  const markup = shown('12.5%', readPercent, '%');
  expect(markup).toContain('value="12.50"');
  expect(markup).toMatch(/>%</);
});
