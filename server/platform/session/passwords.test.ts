import { describe, expect, it } from 'vitest';
import { hashPassword, randomPassword, recipes, verifyPassword } from './passwords.ts';

describe('passwords (N1)', () => {
  it('are stored as argon2id with 19 MiB, 2 passes, 1 lane and a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('密码 of mine'), hashPassword('密码 of mine')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, '密码 of mine')).toEqual({ matches: true, outdated: false });
    expect(await verifyPassword(one, '密码 of mine ')).toEqual({ matches: false, outdated: false });
  });

  it('agree with the reference vector of the scrypt paper and of another argon2 implementation', async () => {
    // RFC 7914 §12: N=16384, r=8, p=1
    const scrypt = `$scrypt$ln=14,r=8,p=1$${Buffer.from('SodiumChloride').toString('base64').replace(/=+$/, '')}$${Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      'hex',
    )
      .toString('base64')
      .replace(/=+$/, '')}`;
    expect(await verifyPassword(scrypt, 'pleaseletmein')).toEqual({ matches: true, outdated: true });
    // test vector of the argon2 reference program: argon2id, t=2, m=2^8, p=1, "password", "somesalt"
    const argon = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await verifyPassword(argon, 'password')).toEqual({ matches: true, outdated: true });
  });

  it('of the fallback and of older parameters still work and ask for a new hash', async () => {
    const fallback = await hashPassword('correct horse', recipes.scrypt);
    expect(fallback).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(await verifyPassword(fallback, 'correct horse')).toEqual({ matches: true, outdated: true });
    const older = await hashPassword('correct horse', { ...recipes.argon2id, passes: 1 });
    expect(await verifyPassword(older, 'correct horse')).toEqual({ matches: true, outdated: true });
    expect(await verifyPassword(older, 'wrong horse')).toEqual({ matches: false, outdated: false });
  });

  it('never match a missing account or an unreadable hash', async () => {
    expect(await verifyPassword(null, '')).toEqual({ matches: false, outdated: false });
    expect(await verifyPassword('', 'anything')).toEqual({ matches: false, outdated: false });
    expect(await verifyPassword('$argon2id$v=19$m=19456,t=2,p=1$$', '')).toEqual({ matches: false, outdated: false });
  });

  it('that are generated have 16 readable characters and differ', () => {
    const made = Array.from({ length: 50 }, () => randomPassword({ min: 8 }));
    for (const password of made) expect(password).toMatch(/^[a-hjkmnp-z2-9]{16}$/);
    expect(new Set(made).size).toBe(50);
  });

  it('that are generated are as long as the company asks for', () => {
    expect(randomPassword({ min: 16 })).toHaveLength(16);
    expect(randomPassword({ min: 40 })).toMatch(/^[a-hjkmnp-z2-9]{40}$/);
  });
});
