import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openOriginCheck } from './origin.ts';

const cookie = 'other=1; jianye_refresh=abc';
const own = {
  host: 'crm.example.cn',
  cookie,
  'x-requested-with': 'jianye',
  'sec-fetch-site': 'same-origin',
  origin: 'https://crm.example.cn',
};
const refused = (
  headers: Record<string, string | undefined>,
  publicUrl: string | undefined = 'https://crm.example.cn/app',
) => {
  try {
    openOriginCheck({ publicUrl }).checkOrigin({ headers } as unknown as FastifyRequest);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'http.origin' });
    return true;
  }
};

describe('calls with our cookie (W2)', () => {
  it('pass from our own page, by its public or its own address', () => {
    expect(refused(own)).toBe(false);
    expect(refused({ ...own, host: '127.0.0.1:3000' })).toBe(false);
    expect(refused({ ...own, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).toBe(false);
    expect(refused({ ...own, host: 'LOCALHOST:3000', origin: 'http://localhost:3000' }, undefined)).toBe(false);
    expect(refused({ ...own, origin: undefined, 'sec-fetch-site': undefined })).toBe(false);
  });

  it.each([
    'null',
    '',
    'https://evil.cn',
    'https://crm.example.cn.evil.cn',
    'https://crm.example.cn@evil.cn',
    'http://crm.example.cn.',
    'https://crm.example.cn/',
    'https://crm.example.cn/app',
    '//crm.example.cn',
    'javascript:1',
    'file://crm.example.cn',
    'https://crm.example.cn:444',
    'https://xcrm.example.cn',
    'https://crm.example.cn, https://evil.cn',
  ])('are refused from the origin %j', (origin) => expect(refused({ ...own, origin })).toBe(true));

  it('are refused without the custom header and from other sites', () => {
    expect(refused({ ...own, 'x-requested-with': undefined })).toBe(true);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(refused({ ...own, 'sec-fetch-site': site })).toBe(true);
  });

  it('need no check when they bring no cookie of ours', () => {
    expect(
      refused({
        host: 'crm.example.cn',
        cookie: 'other=jianye_refresh=1',
        'sec-fetch-site': 'cross-site',
        origin: 'null',
      }),
    ).toBe(false);
    expect(refused({ host: 'crm.example.cn', origin: 'https://evil.cn' })).toBe(false);
  });
});
