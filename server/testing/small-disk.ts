import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const megabyte = 1024 * 1024;
const page = 4096;

/** A file system of its own, whose size can be changed while it is in use. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves this many bytes free, 0 for a full disk. */
  readonly leave: (bytes: number) => void;
  readonly readOnly: (isReadOnly: boolean) => void;
  readonly remove: () => void;
}

/** In memory, so it takes root and a system that lets it mount; null where that is refused. */
export function openSmallDisk(size = 1024 * megabyte): SmallDisk | null {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-disk-')));
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
  const unmount = () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  process.once('exit', unmount);
  return {
    folder,
    leave: (bytes) => {
      for (let turn = 1; ; turn += 1) {
        const { bsize, blocks, bfree } = statfsSync(folder);
        const used = (blocks - bfree) * bsize;
        try {
          mount('-o', `remount,size=${Math.ceil((used + bytes) / page) * page}`, folder);
          return;
        } catch (error) {
          // refused where somebody has written since it was measured
          if (turn === 100) throw error;
        }
      }
    },
    readOnly: (isReadOnly) => {
      mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder);
    },
    remove: () => {
      process.off('exit', unmount);
      unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
