import { asSent, cardsOf, cardTypes, listCards } from '#server/modules/crm/business-cards/cards.ts';
import { deleteCards, saveCard } from '#server/modules/crm/business-cards/writes.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { businessCardCalls } from '#shared/crm/business-cards/business-card-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Electronic business cards of the staff (docs/decisions/business-cards.md). */
export const businessCardRoutes = ({ files }: Services): Route[] => [
  route(businessCardCalls.types, ({ db, actor }) => cardTypes(db, actor.language)),
  route(businessCardCalls.list, async ({ db, actor, input: { page, limit, ...filter } }) => {
    const { cards, total } = await listCards(db, filter, { limit, offset: (page - 1) * limit });
    return pageAnswer(await asSent(db, actor, cards), total, page, limit);
  }),
  route(businessCardCalls.one, async ({ db, actor, input }) => {
    const [card] = await asSent(db, actor, await cardsOf(db, [input.id]));
    if (!card) throw new AppError('access.record');
    return card;
  }),
  route(businessCardCalls.save, async ({ db, actor, input }) => ({ id: await saveCard(db, files, actor, input) })),
  route(businessCardCalls.remove, async ({ db, actor, input }) => {
    await deleteCards(db, actor, input.ids);
    return null;
  }),
];
