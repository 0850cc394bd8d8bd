import * as crypto from 'node:crypto';
import { openHashQueue } from './hash-queue.ts';
import type { PasswordRule } from './password-length.ts';

/** Parameters of a stored hash; the text form is PHC: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
type Recipe =
  | { readonly algorithm: 'argon2id'; readonly memory: number; readonly passes: number; readonly parallelism: number }
  | { readonly algorithm: 'scrypt'; readonly logN: number; readonly blockSize: number; readonly parallelism: number };

const argon2id: Recipe = { algorithm: 'argon2id', memory: 19 * 1024, passes: 2, parallelism: 1 };
const scrypt: Recipe = { algorithm: 'scrypt', logN: 17, blockSize: 8, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** Parameters of new hashes (security N1); a Node without argon2 uses scrypt. */
const present = typeof crypto.argon2 === 'function' ? argon2id : scrypt;

const queue = openHashQueue();

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');

function head(recipe: Recipe): string {
  return recipe.algorithm === 'argon2id'
    ? `$argon2id$v=19$m=${recipe.memory},t=${recipe.passes},p=${recipe.parallelism}`
    : `$scrypt$ln=${recipe.logN},r=${recipe.blockSize},p=${recipe.parallelism}`;
}

interface Stored {
  readonly recipe: Recipe;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const argonForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{1,200})\$([A-Za-z0-9+/]{1,200})$/;
const scryptForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{1,200})\$([A-Za-z0-9+/]{1,200})$/;

function read(stored: string): Stored | null {
  const argon = argonForm.exec(stored);
  const match = argon ?? scryptForm.exec(stored);
  if (!match) return null;
  const [first = 0, second = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  return {
    recipe: argon
      ? { algorithm: 'argon2id', memory: first, passes: second, parallelism }
      : { algorithm: 'scrypt', logN: first, blockSize: second, parallelism },
    salt: Buffer.from(match[4] ?? '', 'base64'),
    hash: Buffer.from(match[5] ?? '', 'base64'),
  };
}

function derive(recipe: Recipe, password: string, salt: Buffer, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, hash: Buffer) => (error ? reject(error) : resolve(hash));
    if (recipe.algorithm === 'argon2id') {
      const { memory, passes, parallelism } = recipe;
      crypto.argon2(
        'argon2id',
        { message: password, nonce: salt, memory, passes, parallelism, tagLength: length },
        done,
      );
    } else {
      const cost = 2 ** recipe.logN;
      const { blockSize, parallelism } = recipe;
      crypto.scrypt(
        password,
        salt,
        length,
        { N: cost, r: blockSize, p: parallelism, maxmem: 256 * cost * blockSize },
        done,
      );
    }
  });
}

/** @throws AppError `session.busy` */
export async function hashPassword(password: string, recipe: Recipe = present): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  const hash = await queue.run(() => derive(recipe, password, salt, hashBytes));
  return `${head(recipe)}$${base64(salt)}$${base64(hash)}`;
}

/**
 * Hashes of older and fallback kinds, for tests.
 * @internal
 */
export const recipes = { argon2id, scrypt };

/** Stands in for the hash of an account that does not exist; no password matches it. */
const nobody: Stored = { recipe: present, salt: crypto.randomBytes(saltBytes), hash: crypto.randomBytes(hashBytes) };

/**
 * Compares in constant time. `null` and unreadable hashes take the same time and match nothing (security N2).
 * `outdated` tells the caller to store a new hash.
 * @throws AppError `session.busy`
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
): Promise<{ matches: boolean; outdated: boolean }> {
  const known = stored === null ? null : read(stored);
  const { recipe, salt, hash } = known ?? nobody;
  const made = await queue.run(() => derive(recipe, password, salt, hash.length));
  const matches = crypto.timingSafeEqual(made, hash) && known !== null;
  return { matches, outdated: matches && head(recipe) !== head(present) };
}

/** Without the characters that look alike in print. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 16 readable characters, some 79 bits, or as many as the company asks for. */
export const randomPassword = ({ min }: PasswordRule): string =>
  Array.from({ length: Math.max(16, min) }, () => alphabet[crypto.randomInt(alphabet.length)]).join('');
