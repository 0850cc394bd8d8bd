import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { Product } from './product.ts';
import { adminPassword } from './server.ts';

/** A colleague with an own password. */
export interface Person {
  readonly username: string;
  readonly password: string;
  readonly realname: string;
  /** For a login without a browser. */
  readonly token: string;
}

/** The calls of a product without the browser; an answer other than success fails the test. */
export interface Api {
  readonly call: (path: string, body: object, token?: string) => Promise<Record<string, unknown>>;
  readonly tokenOf: (username: string, password: string) => Promise<string>;
  /** Saves a record, and answers its id under the key of its type. */
  readonly save: (family: string, entity: object, token: string) => Promise<Record<string, number>>;
  /** A new colleague in the first department, different each time; roles as a comma list of ids (R6.7). */
  readonly hire: (realname: string, roleIds: string) => Promise<Person>;
}

const oneTime = 'once-only-9925';
const password = 'Colleague-Browser-6613';

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
  const tokenOf = async (username: string, word: string) =>
    String((await call('login', { username, password: word }))['Admin-Token']);
  return {
    call,
    tokenOf,
    save: async (family, entity, token) =>
      (await call(`${family}/addOrUpdate`, { entity, field: [] }, token))['data'] as Record<string, number>,
    hire: async (realname, roleIds) => {
      // of a range that neither the demo company nor a test uses; the files of a worker share its company
      const username = `19${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
      const person = { username, password: oneTime, realname, deptId: 1, roleIds };
      await call('system/user/addUser', person, await tokenOf('admin', adminPassword));
      await call('system/user/updatePassword', { oldPwd: oneTime, newPwd: password }, await tokenOf(username, oneTime));
      return { username, password, realname, token: await tokenOf(username, password) };
    },
  };
}
