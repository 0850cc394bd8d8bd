import { expect, it } from 'vitest';
import { addressAt, noAddress, orNone, withRegion } from '#web/record/inputs/place-address.ts';

const chaoyang = {
  title: '朝阳区',
  address: '北京市,北京市,朝阳区',
  province: '北京市',
  city: '北京市',
  area: '朝阳区',
  lng: 116.49,
  lat: 39.92,
};
const tower = { ...chaoyang, title: '国贸大厦' };
const before = { address: '河北省', location: '石家庄', detailAddress: '长安街1号', lng: '114', lat: '38' };

it('takes region, place and point over', () => {
  expect(addressAt(noAddress, tower, '国贸')).toEqual({
    address: '北京市,北京市,朝阳区',
    location: '国贸大厦',
    detailAddress: '国贸大厦',
    lng: '116.49',
    lat: '39.92',
  });
});

it.each([
  ['北京市朝阳区建国路 88 号', '建国路 88 号'],
  ['朝阳', '长安街1号'],
  ['北京市朝阳区', '长安街1号'],
])('typing %s and choosing a division makes the detail %s', (typed, detail) => {
  expect(addressAt(before, chaoyang, typed).detailAddress).toBe(detail);
});

it('never makes the detail longer than a field holds', () => {
  expect(addressAt(before, chaoyang, `北京市${'路'.repeat(300)}`).detailAddress).toHaveLength(200);
});

it('forgets the point with the region', () => {
  expect(withRegion(before, ['上海市', '上海市'])).toEqual({
    address: '上海市,上海市',
    location: '',
    detailAddress: '长安街1号',
    lng: '',
    lat: '',
  });
});

it('an empty address is none', () => {
  expect(orNone(noAddress)).toBe('');
  expect(orNone(before)).toBe(before);
});
