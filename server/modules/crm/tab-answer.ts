import { pageAnswer, type Slice } from '#shared/wire/values.ts';

interface Asked {
  readonly pageType: number;
  readonly page: number;
  readonly limit: number;
}

/** The rows of a tab: a page, or without one a bare array (R3.7). */
export async function tabAnswer<Row>(
  { pageType, page, limit }: Asked,
  find: (slice: Slice | null) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
) {
  if (pageType === 0) return [...(await find(null)).rows];
  const { rows, total } = await find({ limit, offset: (page - 1) * limit });
  return pageAnswer([...rows], total, page, limit);
}
