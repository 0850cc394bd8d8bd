import { expect } from 'vitest';
import type { Product } from './product.ts';
import { adminPassword } from './server.ts';

/** A person to be made, with the roles of reference crm §3.3. */
interface NewPerson {
  readonly username: string;
  readonly realname: string;
  readonly password: string;
  /** Comma list of role ids. */
  readonly roleIds: string;
}

/** The calls of a product, beside the browser; an answer other than success fails the test. */
export interface Api {
  readonly call: (path: string, body: object, token?: string) => Promise<Record<string, unknown>>;
  readonly tokenOf: (username: string, password: string) => Promise<string>;
  /** A new colleague in the first department, who has set a password of their own. Answers the login. */
  readonly hire: (person: NewPerson) => Promise<string>;
}

const oneTime = 'once-only-9925';

export function openApi(product: () => Product): Api {
  const call: Api['call'] = async (path, body, token) => {
    const answer = await fetch(`${product().url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const envelope = (await answer.json()) as Record<string, unknown>;
    expect([path, envelope['code'], envelope['msg'] ?? '']).toEqual([path, 0, '']);
    return envelope;
  };
  const tokenOf = async (username: string, password: string) =>
    String((await call('login', { username, password }))['Admin-Token']);
  return {
    call,
    tokenOf,
    hire: async ({ username, realname, password, roleIds }) => {
      const person = { username, password: oneTime, realname, deptId: 1, roleIds };
      await call('system/user/addUser', person, await tokenOf('admin', adminPassword));
      await call('system/user/updatePassword', { oldPwd: oneTime, newPwd: password }, await tokenOf(username, oneTime));
      return tokenOf(username, password);
    },
  };
}
