import { Visitor } from 'vite';
import type { Source } from './project.ts';

export interface Import {
  /** As written. */
  readonly request: string;
  readonly offset: number;
}

/** What a file imports or re-exports: values, types, also inside a type, and dynamic imports. */
export function importsOf({ module, text, program }: Source): Import[] {
  const written = ({ start, end }: { start: number; end: number }) => text.slice(start + 1, end - 1);
  const withinTypes: Import[] = [];
  if (/\bimport\s*\(/.test(text))
    new Visitor({
      TSImportType: ({ source, start }) => withinTypes.push({ request: source.value, offset: start }),
    }).visit(program);
  return [
    ...withinTypes,
    ...module.staticImports.map((one) => ({ request: one.moduleRequest.value, offset: one.start })),
    ...module.dynamicImports.map((one) => ({ request: written(one.moduleRequest), offset: one.start })),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) =>
        entry.moduleRequest ? [{ request: entry.moduleRequest.value, offset: one.start }] : [],
      ),
    ),
  ];
}

/** An import as a path of the project; packages and built-ins as they are. */
export function targetOf(from: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1);
  if (!request.startsWith('./')) return request;
  return `${from.slice(0, from.lastIndexOf('/'))}/${request.slice(2)}`;
}
