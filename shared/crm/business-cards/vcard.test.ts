import { expect, it } from 'vitest';
import { vCard } from '#shared/crm/business-cards/vcard.ts';

const nothing = { name: '', post: '', company: '', deptName: '', mobile: '', email: '', address: '' };

it('says what is on the card, line by line', () => {
  const card = {
    name: '沈岚',
    post: '课程顾问',
    company: '云帆',
    deptName: '华东',
    mobile: '+60 123456789',
    email: 'sl@example.com',
    address: '杭州市西湖区',
  };
  expect(vCard(card).split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:沈岚;;;;',
    'FN:沈岚',
    'ORG:云帆;华东',
    'TITLE:课程顾问',
    'TEL;TYPE=CELL:+60123456789',
    'EMAIL:sl@example.com',
    'ADR;TYPE=WORK:;;杭州市西湖区;;;;',
    'END:VCARD',
  ]);
});

it('leaves out what is empty', () => {
  expect(vCard({ ...nothing, name: '沈岚' }).split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:沈岚;;;;',
    'FN:沈岚',
    'END:VCARD',
  ]);
});

it('keeps words from becoming lines and parts of their own', () => {
  const card = vCard({ ...nothing, name: 'a;b,c\\d\nTEL:110' });
  expect(card).toContain(String.raw`FN:a\;b\,c\\d\nTEL:110`);
  expect(card.split('\r\n').filter((line) => line.startsWith('TEL'))).toEqual([]);
});
