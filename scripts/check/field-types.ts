import { Visitor, type ESTree } from 'vite';
import { heldToAllowance, type Found } from './allowance.ts';
import type { Outcome } from './check.ts';
import { targetOf } from './imports.ts';
import type { Project, Source } from './project.ts';

/** Where a field type may be named: what both sides know of it, what each does with it, and its samples. */
const registries =
  /^(?:shared\/record\/field-types(?:\/|\.ts$)|(?:server|web)\/record\/field-types\/|server\/testing\/field-types\/)/;
/** Tables by type in these files are complete by type: a part of the registry. */
const ofRegistry = 'shared/record/';

/** Types whose names have no other meaning, so that comparing anything with them counts. */
const unmistakable = new Set([
  'crm_check_name',
  'crm_phone_check_name',
  'dealStatus',
  'floatnumber',
  'map_address',
  'textarea',
]);
const isNameOfType = /^(?:formType|form_type|fieldFormType)$/;
const isTypeOfType = /^(?:FormType|RelatedFormType|CheckedType)$/;
const inSql = /\bform_type\s*(?:=|<>|!=|(?:not\s+)?in\b|like\b|(?:=|<>)\s*any\b)/gi;

/**
 * Counts code that asks for a field's type instead of calling the type: comparisons, cases, lists and tables. Behaviour
 * of a field type belongs in its file.
 */
export function fieldTypes(project: Project, root: string, update: boolean): Outcome {
  const sources = project
    .sources('shared', 'server', 'web')
    .filter(({ path, isTest }) => !isTest && !registries.test(path));
  const found = new Map<string, Found>();
  for (const source of sources) {
    const lines = [...new Set(ladderOf(source))].toSorted((a, b) => a - b).map((offset) => source.at(offset));
    if (lines.length > 0)
      found.set(source.path, {
        count: lines.length,
        lines: lines.map((line) => `${line} asks which type a field has`),
      });
  }
  const { problems, note } = heldToAllowance(root, 'field types', found, update);
  return { count: sources.length, things: 'files', problems, note };
}

function ladderOf(source: Source): number[] {
  const offsets: number[] = [...source.code.matchAll(inSql)].map(({ index }) => index);
  const aliases = aliasesOf(source.program);
  const tables = tablesOf(source);
  const isFormType = (node: ESTree.Node | null | undefined): boolean => {
    const bare = unwrapped(node);
    if (bare?.type === 'Identifier') return isNameOfType.test(bare.name) || aliases.has(bare.name);
    if (bare?.type === 'MemberExpression') return isNameOfType.test(propertyOf(bare));
    return bare?.type === 'CallExpression' && bare.callee.type === 'Identifier' && bare.callee.name === 'heldType';
  };
  const isTable = (node: ESTree.Node): boolean =>
    !source.path.startsWith(ofRegistry) && (node.type === 'Identifier' ? tables.has(node.name) : true);
  new Visitor({
    BinaryExpression: ({ operator, left, right, start }) => {
      if (/^[!=]==?$/.test(operator)) {
        const [one, other] = [textOf(left), textOf(right)];
        const text = one ?? other;
        if (text !== null && (unmistakable.has(text) || isFormType(one === null ? left : right))) offsets.push(start);
      }
      if (operator === 'in' && isFormType(left) && isTable(right)) offsets.push(start);
    },
    SwitchStatement: ({ discriminant, cases }) => {
      for (const { test, start } of cases) {
        const text = textOf(test);
        if (text !== null && (unmistakable.has(text) || isFormType(discriminant))) offsets.push(start);
      }
    },
    CallExpression: ({ callee, arguments: args, start }) => {
      if (callee.type !== 'MemberExpression') return;
      const name = propertyOf(callee);
      const isAsked = ['includes', 'has', 'indexOf', 'get', 'test', 'hasOwn'].includes(name) && args.some(isFormType);
      const table = name === 'hasOwn' ? args[0] : callee.object;
      const isRead = ['startsWith', 'endsWith', 'match', 'includes'].includes(name) && isFormType(callee.object);
      if (isRead || (isAsked && table && isTable(table))) offsets.push(start);
    },
    MemberExpression: ({ computed, object, property, start }) => {
      if (computed && isFormType(property) && isTable(unwrapped(object) ?? object)) offsets.push(start);
    },
  }).visit(source.program);
  return offsets;
}

/** Names that contain a form type in this file: parameters of that type, and variables set from one. */
function aliasesOf(program: ESTree.Program): ReadonlySet<string> {
  const names = new Set<string>();
  const declared = (node: ESTree.Node) => {
    if (node.type !== 'Identifier') return;
    const type = node.typeAnnotation?.typeAnnotation;
    if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return;
    if (isTypeOfType.test(type.typeName.name)) names.add(node.name);
  };
  const parameters = ({ params }: { params: readonly ESTree.Node[] }) => params.forEach(declared);
  new Visitor({
    FunctionDeclaration: parameters,
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    VariableDeclarator: ({ id, init }) => {
      declared(id);
      const value = unwrapped(init);
      const isHeld =
        (value?.type === 'MemberExpression' && isNameOfType.test(propertyOf(value))) ||
        (value?.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'heldType');
      if (id.type === 'Identifier' && isHeld) names.add(id.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && isNameOfType.test(key.name) && value.type === 'Identifier')
        names.add(value.name);
    },
  }).visit(program);
  return names;
}

/**
 * Names of lists, sets and tables that may contain type names: those filled where declared, and imported from outside
 * the registry. A map that is filled later does not count.
 */
function tablesOf({ path, module, program }: Source): ReadonlySet<string> {
  const isFilled = (node: ESTree.Node | null): boolean =>
    node?.type === 'ArrayExpression' ||
    node?.type === 'ObjectExpression' ||
    (node?.type === 'NewExpression' && node.arguments.length > 0) ||
    node?.type === 'CallExpression';
  const names = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => !targetOf(path, moduleRequest.value).startsWith(ofRegistry))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && isFilled(unwrapped(init))) names.add(id.name);
    },
  }).visit(program);
  return names;
}

/** Without `as …`, `!` and brackets around it. */
function unwrapped(node: ESTree.Node | null | undefined): ESTree.Node | null {
  if (!node) return null;
  const isWrapped = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression'];
  if (isWrapped.includes(node.type) && 'expression' in node) return unwrapped(node.expression as ESTree.Node);
  return node.type === 'ChainExpression' ? unwrapped(node.expression) : node;
}

function propertyOf({ computed, property }: ESTree.MemberExpression): string {
  if (property.type === 'Identifier' && !computed) return property.name;
  return property.type === 'Literal' ? String(property.value) : '';
}

const textOf = (node: ESTree.Node | null): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
