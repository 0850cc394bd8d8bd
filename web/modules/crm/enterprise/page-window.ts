import { enterprisePageButtons } from '#shared/crm/enterprise/enterprise.ts';

/** Numbers of the page buttons around a page: five, or as many as there are pages (R19.3). */
export function pageWindow(page: number, pages: number): number[] {
  const count = Math.min(enterprisePageButtons, pages);
  const first = Math.min(Math.max(1, page - Math.floor(enterprisePageButtons / 2)), Math.max(1, pages - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}
