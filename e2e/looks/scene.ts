import type { Page } from 'playwright-core';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { combinationsOf, nameOf, type Combination, type Share } from './combinations.ts';

/** Who looks: the administrator, a sales manager with work, a salesperson on the first day, nobody in particular. */
export type Viewer = 'admin' | 'manager' | 'newcomer' | 'visitor';

/** A page on the way to what is pictured. */
export interface Visit {
  readonly page: Page;
  readonly isPhone: boolean;
  readonly text: (key: MessageKey, values?: Parameters<typeof translate>[2]) => string;
}

export interface Scene {
  readonly name: string;
  readonly who: Viewer;
  readonly path: string;
  readonly share: Share;
  /** From the page to what is pictured. */
  readonly reach?: (visit: Visit) => Promise<void>;
  /** The call that fills the page: for pictures of it under way, failed and refused. */
  readonly filledBy?: string;
  /** A picture for somebody who has nothing yet. */
  readonly canBeEmpty?: boolean;
}

/** The page as it is, or without what it waits for. */
export type State = 'full' | 'empty' | 'loading' | 'error' | 'denied';

const shareOf: Readonly<Record<Exclude<State, 'full'>, Share>> = {
  empty: 'pair',
  loading: 'one',
  error: 'one',
  denied: 'one',
};

export interface Picture {
  readonly name: string;
  readonly scene: Scene;
  readonly state: State;
  readonly combination: Combination;
}

/** The pictures of a scene. */
export function picturesOf(scene: Scene): Picture[] {
  const states: State[] = [
    'full',
    ...(scene.canBeEmpty ? (['empty'] as const) : []),
    ...(scene.filledBy !== undefined ? (['loading', 'error', 'denied'] as const) : []),
  ];
  return states.flatMap((state) => {
    const title = state === 'full' ? scene.name : `${scene.name}.${state}`;
    const combinations = combinationsOf(title, state === 'full' ? scene.share : shareOf[state]);
    return combinations.map((combination) => ({
      name: `${title}.${nameOf(combination)}`,
      scene,
      state,
      combination,
    }));
  });
}
