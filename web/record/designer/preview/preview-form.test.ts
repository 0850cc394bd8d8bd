import { describe, expect, it } from 'vitest';
import { newDraft, type FieldDraft, type LibraryType } from '#web/record/designer/field-drafts.ts';
import { previewForm } from '#web/record/designer/preview/preview-form.ts';

const draft = (kind: LibraryType, name: string, more: Partial<FieldDraft> = {}): FieldDraft => ({
  ...newDraft(kind, name, []),
  key: name,
  ...more,
});

describe('the preview of a form', () => {
  const rent = draft('floatnumber', '月租', { defaultValue: '100' });
  const months = draft('number', '月数');
  const whole = draft('floatnumber', '合计', { formula: '{月租} * {月数}', decimals: 2 });
  const deposit = draft('floatnumber', '押金', { defaultFormula: '{月租} * 3' });
  const form = [whole, rent, months, deposit];

  it('computes formulas and defaults by formula of what is entered, in whatever order they stand', () => {
    const begun = previewForm(form, {});
    expect(form.map(begun.valueOf)).toEqual(['', '100', '', '300.00']);
    const filled = previewForm(form, { 月租: '20.5', 月数: '2' });
    expect(form.map(filled.valueOf)).toEqual(['41.00', '20.5', '2', '61.50']);
  });

  it('leaves alone what somebody has entered over a default, or emptied', () => {
    expect(previewForm(form, { 押金: '7' }).valueOf(deposit)).toBe('7');
    expect(previewForm(form, { 押金: '' }).valueOf(deposit)).toBe('');
  });

  it('shows by conditions what formulas come to', () => {
    const condition = { field: '合计', condition: 'gt' as const, value: ['30'] };
    const note = draft('text', '说明', { rules: { shownWhen: [condition] } });
    const shown = (months: string) => previewForm([...form, note], { 月租: '20', 月数: months }).view.isShown('说明');
    expect([shown('1'), shown('2')]).toEqual([false, true]);
  });

  it('computes nothing by what is not right, is unknown or goes in a circle', () => {
    const broken = [
      draft('number', '缺', { formula: '{没有} + 1' }),
      draft('number', '半', { formula: '{月数} +' }),
      draft('number', '字', { formula: '{月数} + "a"' }),
    ];
    const values = previewForm([...form, ...broken], { 月数: '2' });
    expect(broken.map(values.valueOf)).toEqual(['', '', '']);
    expect(values.valueOf(whole)).toBe('200.00');
    const circle = [draft('number', '甲', { formula: '{乙}' }), draft('number', '乙', { formula: '{甲}' })];
    expect(circle.map(previewForm(circle, {}).valueOf)).toEqual(['', '']);
  });
});
