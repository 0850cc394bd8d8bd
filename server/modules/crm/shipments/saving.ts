import type { Call, Route } from '#server/platform/http/route.ts';

interface Sent {
  readonly product?: readonly Readonly<Record<string, unknown>>[];
}

/** The engine's save; older clients send the number of a product as they read it, beside the fields of the line. */
export const savingShipment = (save: Route): Route => ({
  ...save,
  handle: (call, actor) => {
    const { input } = call as unknown as Call<Sent>;
    if (!input.product) return save.handle(call, actor);
    return save.handle({ ...call, input: { ...input, product: input.product.map(counted) } } as typeof call, actor);
  },
});

const counted = ({ productNum, ...line }: Readonly<Record<string, unknown>>) =>
  productNum === undefined || Object.hasOwn(line, 'num') ? line : { ...line, num: productNum };
