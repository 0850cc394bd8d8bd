type Actions = Readonly<Record<string, readonly [menuId: number, zh: string, en: string]>>;

interface MenuModule {
  readonly id: number;
  readonly zh: string;
  readonly en: string;
  readonly actions: Actions;
}

/** An area of the permission tree: modules with their actions, and menu ids as seeded (R6.1). Ids from 1001 are additions. */
export interface MenuArea {
  readonly id: number;
  readonly zh: string;
  readonly en: string;
  readonly modules: Readonly<Record<string, MenuModule>>;
}
