import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor, type ESTree } from 'vite';
import { cn } from '#shared/i18n/cn.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

// What opens over a page, as the program is written: none is forgotten by a test that opens all of them.

/** A dialog, drawer or sheet in the source. */
export interface DialogUse {
  /** Its file below `web`, without its ending, and its number there where there are several. */
  readonly at: string;
  /** The messages that it is titled with, one at a time; none where the title comes from elsewhere. */
  readonly titles: readonly MessageKey[];
}

/** Components that stand over a page; others are drawn with them, and are found there. */
const shells = new Set([
  'Modal',
  'Drawer',
  'Dialog',
  'Sheet',
  'Popup',
  'ActionDialog',
  'CropDialog',
  'TreeDialog',
  'VideoDialog',
]);

const root = new URL('../', import.meta.url);

export function dialogUses(): DialogUse[] {
  const files = globSync('web/**/*.tsx', { cwd: root }).filter((path) => !path.includes('.test.'));
  return files.toSorted().flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    const uses: (readonly MessageKey[])[] = [];
    new Visitor({
      JSXOpeningElement: ({ name, attributes }) => {
        if (name.type === 'JSXIdentifier' && shells.has(name.name)) uses.push(titlesOf(attributes, text));
      },
    }).visit(parseSync(path, text).program);
    const file = path.slice('web/'.length, -'.tsx'.length);
    return uses.map((titles, at) => ({ at: uses.length === 1 ? file : `${file} ${at + 1}`, titles }));
  });
}

/** Every message that is named in the title. */
function titlesOf(attributes: readonly ESTree.JSXAttributeItem[], text: string): MessageKey[] {
  const title = attributes.find(
    (one): one is ESTree.JSXAttribute =>
      one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name === 'title',
  );
  const words = title ? text.slice(title.start, title.end) : '';
  return [...words.matchAll(/'([a-z_]+(?:\.[\w]+)*)'/g)].flatMap(([, key = '']) =>
    key in cn ? [key as MessageKey] : [],
  );
}

/** Whether a title is this message, whatever stands in its places; it may say first whose it is. */
export function isTitle(shown: string, key: MessageKey): boolean {
  const [, after] = shown.split(' · ', 2);
  return isMessage(shown, key) || (after !== undefined && isMessage(after, key));
}

function isMessage(shown: string, key: MessageKey): boolean {
  // a plural has places within its place
  const parts = cn[key]
    .replaceAll(/\{[^{}]*\}/g, '\n')
    .replaceAll(/\{[^{}]*\}/g, '\n')
    .split(/\n+/);
  let rest = shown;
  for (const [at, part] of parts.entries()) {
    const found = at === 0 ? (rest.startsWith(part) ? 0 : -1) : rest.indexOf(part);
    if (found < 0) return false;
    rest = rest.slice(found + part.length);
  }
  return true;
}
