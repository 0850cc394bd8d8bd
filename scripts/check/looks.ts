import { Visitor } from 'vite';
import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

/** Parts of the component library that are drawn by our templates: a page that used them would have a look of its own. */
const templated: ReadonlySet<string> = new Set(['Table', 'Tag', 'DatePicker', 'Empty']);
const templates = /^web\/(?:ui|record)\//;

/** Drawn by `Dialog`, which Back closes. */
const dialogs = /^web\/ui\//;
/** A drawer that Back closes says so. */
const closer = /\buseBackCloses\(/;

/**
 * Pages take tables, chips, dates and empty states from `web/ui` and `web/record`, and whatever lies over a page goes by Back.
 */
export function looks(project: Project): Outcome {
  const problems: string[] = [];
  const sources = project.sources('web').filter(({ path }) => !dialogs.test(path));
  for (const source of sources) {
    new Visitor({
      ImportDeclaration: ({ source: from, specifiers }) => {
        if (from.value !== 'antd') return;
        for (const specifier of specifiers) {
          if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
          const { name } = specifier.imported;
          const at = source.at(specifier.start);
          if (templated.has(name) && !templates.test(source.path))
            problems.push(`${at} uses ${name} instead of a template`);
          if (name === 'Modal') problems.push(`${at} uses Modal instead of Dialog, which Back closes`);
          if (name === 'Drawer' && !closer.test(source.text)) problems.push(`${at} uses Drawer without useBackCloses`);
        }
      },
      JSXOpeningElement: ({ name, start }) => {
        if (name.type === 'JSXIdentifier' && name.name === 'table' && !templates.test(source.path))
          problems.push(`${source.at(start)} draws a table instead of using a template`);
      },
    }).visit(source.program);
  }
  return { count: sources.length, things: 'files', problems };
}
