import { Visitor } from 'vite';
import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

/** Parts of the component library that are drawn by our templates: a page that used them would have a look of its own. */
const templated: ReadonlySet<string> = new Set(['Table', 'Tag', 'DatePicker', 'Empty']);
const templates = /^web\/(?:ui|record)\//;

/** Pages take tables, chips, dates and empty states from `web/ui` and `web/record`. */
export function looks(project: Project): Outcome {
  const problems: string[] = [];
  const sources = project.sources('web').filter(({ path }) => !templates.test(path));
  for (const source of sources) {
    new Visitor({
      ImportDeclaration: ({ source: from, specifiers }) => {
        if (from.value !== 'antd') return;
        for (const specifier of specifiers) {
          if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
          if (templated.has(specifier.imported.name))
            problems.push(`${source.at(specifier.start)} uses ${specifier.imported.name} instead of a template`);
        }
      },
    }).visit(source.program);
  }
  return { count: sources.length, things: 'files', problems };
}
