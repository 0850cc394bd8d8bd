import type { Project } from './project.ts';

/** An entry of the lock file. */
export interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  /** By folder; the project itself has the empty one. */
  readonly packages: Readonly<Record<string, Locked>>;
}

const modules = 'node_modules/';

export const readLockFile = (project: Project): LockFile => JSON.parse(project.read('package-lock.json')) as LockFile;

/** The locked packages by folder, without the project itself. */
export const packagesOf = (lock: LockFile): (readonly [path: string, locked: Locked])[] =>
  Object.entries(lock.packages).filter(([path]) => path !== '');

/** The name of a package: that of its folder unless an alias hides it. */
export const nameOf = (path: string, { name }: Locked): string =>
  name ?? path.slice(path.lastIndexOf(modules) + modules.length);

/** The folder that a package's import of another finds: its own, or that of the nearest folder above. */
export function foundBy(lock: LockFile, path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(modules) - 1))) {
    const candidate = folder === '' ? `${modules}${name}` : `${folder}/${modules}${name}`;
    if (lock.packages[candidate] !== undefined) return candidate;
    if (folder === '') return null;
  }
}
