import { menuCalls } from '#shared/admin/menu-calls.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { allMenus, menusOf } from './offers.ts';

export const menuRoutes = (): Route[] => [
  route(menuCalls.all, async ({ language }) => allMenus(language)),
  route(menuCalls.byType, async ({ input, language }) => menusOf(input.roleType, language)),
];
