import { AppError } from '#shared/wire/error-codes.ts';

/** What a check says against something; null when it lets it pass. What is no refusal is thrown on. */
export async function refusalOf(check: () => Promise<unknown>): Promise<AppError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
