import { billOfMaterials } from './bill-of-materials.ts';
import { boundaries } from './boundaries.ts';
import type { Check } from './check.ts';
import { circles } from './circles.ts';
import { citations } from './citations.ts';
import { coverage } from './coverage.ts';
import { deadCode } from './dead-code.ts';
import { engineNames } from './engine-names.ts';
import { fieldTypes } from './field-types.ts';
import { hazards } from './hazards.ts';
import { knownFlaws } from './known-flaws.ts';
import { lockFile } from './lock-file.ts';
import { looks } from './looks.ts';
import { messages } from './messages.ts';
import { format, lint, types } from './programs.ts';
import { openProject } from './project.ts';
import { recordWrites } from './record-writes.ts';
import { regexes } from './regexes.ts';
import { rooms } from './rooms.ts';
import { schema } from './schema.ts';
import { testLength } from './test-length.ts';
import { wire } from './wire.ts';

/** All static checks of the project in a folder. */
export function checksOf(root: string): Check[] {
  const project = openProject(root);
  return [
    { name: 'format', run: () => format(root) },
    { name: 'lint', run: () => lint(root) },
    { name: 'types', run: () => types(root) },
    { name: 'boundaries', run: () => boundaries(project) },
    { name: 'circles', run: ({ update }) => circles(project, root, update) },
    { name: 'engine names', run: ({ update }) => engineNames(project, root, update) },
    { name: 'field types', run: ({ update }) => fieldTypes(project, root, update) },
    { name: 'record writes', run: ({ update }) => recordWrites(project, root, update) },
    { name: 'rooms', run: ({ update }) => rooms(project, root, update) },
    { name: 'test length', run: ({ update }) => testLength(project, root, update) },
    { name: 'hazards', run: () => hazards(project) },
    { name: 'looks', run: () => looks(project) },
    { name: 'regexes', run: () => regexes(project) },
    { name: 'messages', run: () => messages(project) },
    { name: 'dead code', run: () => deadCode(root) },
    { name: 'coverage', run: () => coverage(project) },
    { name: 'citations', run: () => citations(project) },
    { name: 'lock file', run: () => lockFile(project) },
    { name: 'bill of materials', run: ({ update }) => billOfMaterials(project, root, update) },
    { name: 'known flaws', run: ({ update }) => knownFlaws(project, root, update) },
    { name: 'schema', run: ({ update }) => schema(root, update) },
    { name: 'wire', run: () => wire(project, root) },
  ];
}
