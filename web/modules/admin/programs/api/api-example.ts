import type { ApiCall } from './api-document.ts';

/** The call as a command for a shell, with what it cannot be made without. */
export function exampleOf({ method, path, parameters, takesFile }: ApiCall, origin: string): string {
  const needed = parameters.filter(({ name, isRequired }) => isRequired && /^\w+$/.test(name));
  const lines = [`curl -X ${method} '${origin}/api/${path}${method === 'GET' ? addressOf(needed) : ''}'`];
  lines.push("-H 'Authorization: Bearer TOKEN'");
  if (takesFile) {
    const others = needed.filter(({ name }) => name !== 'file');
    lines.push("-F 'file=@FILE'", ...others.map(({ name, sample }) => `-F '${name}=${plain(sample)}'`));
  } else if (method !== 'GET') {
    const body = Object.fromEntries(needed.map(({ name, sample }) => [name, sample]));
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  }
  return lines.join(' \\\n  ');
}

type Needed = readonly { readonly name: string; readonly sample: unknown }[];

const addressOf = (needed: Needed): string =>
  needed.length === 0
    ? ''
    : `?${needed.map(({ name, sample }) => `${name}=${encodeURIComponent(plain(sample))}`).join('&')}`;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
