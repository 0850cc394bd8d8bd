import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const programs = {
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  knip: 'knip/bin/knip.js',
  tsc: 'typescript/bin/tsc',
} as const;

export interface ToolResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs one of our tools under this very Node, in `folder`. */
export async function runTool(
  tool: keyof typeof programs,
  args: readonly string[],
  folder: string,
): Promise<ToolResult> {
  const program = fileURLToPath(new URL(`../../node_modules/${programs[tool]}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const code = await new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done));
  return { code, output: stripVTControlCharacters(output), errors: stripVTControlCharacters(errors) };
}

/** Lines of text with content. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The output of a tool that failed without reporting a problem. */
export const lastWords = ({ code, output, errors }: ToolResult): string =>
  `ended with ${code}: ${[...linesOf(output), ...linesOf(errors)].slice(-5).join(' / ')}`;

/** The report a tool printed as JSON; null when it printed something else. */
export function jsonOf<Report>({ output }: ToolResult): Report | null {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return null;
  }
}
