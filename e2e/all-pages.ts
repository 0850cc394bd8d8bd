// For tests that are generated over all pages: a new one is in them by its declaration.

/** The registries belong to the program of the browser, which has types of its own. */
const registry = (path: string): Promise<unknown> => import(path);
interface Declared {
  readonly path: string;
}
const { pages } = (await registry('#web/modules/pages.ts')) as { readonly pages: readonly Declared[] };
const { recordPages } = (await registry('#web/modules/crm/record-pages.ts')) as {
  readonly recordPages: readonly Declared[];
};

/** Places in administration with the kinds of settings that are changed there, or the reason why none are. */
export const { settings } = (await registry('#web/modules/settings.ts')) as {
  readonly settings: readonly { readonly path: string; readonly changes: readonly string[] | string }[];
};

/** Behind the login. */
export const pageAddresses: readonly string[] = pages.map(({ path }) => path.replace(/\/\*$/, ''));

/** Whose records are opened, and made in a form. */
export const recordAddresses: readonly string[] = recordPages.map(({ path }) => path);

/** Without a login. */
export const entrances: readonly string[] = [
  '/login',
  '/setup#token-of-a-new-company',
  '/set-password#token-of-a-person',
  '/join/token-of-a-link',
];
