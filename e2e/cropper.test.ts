import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProduct, type Product } from './product.ts';

let product: Product;
let script: string;
beforeAll(async () => {
  product = await openProduct();
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    // tests would make a development build of it
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('fixture-page/cropper.ts', import.meta.url)),
        formats: ['iife'],
        name: 'cropper',
      },
    },
  })) as Rolldown.RolldownOutput[];
  script = built?.output[0].code ?? '';
});
afterAll(async () => product.close());

it('is a square jpeg of full quality with at most 2000 pixels a side, unless a page asks for another', async () => {
  const { context, page } = await product.open({ fresh: true });
  // the pages of the product run no other scripts
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
  const cropped = (width: number, height: number) =>
    page.evaluate<unknown>(`(async () => {
      const asked = [];
      const { toBlob } = HTMLCanvasElement.prototype;
      const picture = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
      picture.getContext('2d').fillRect(0, 0, ${width}, ${height});
      const source = await new Promise((done) => toBlob.call(picture, done, 'image/png'));
      HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
        asked.push(quality);
        toBlob.call(this, done, type, quality);
      };
      const result = await cropper.crop(source).finally(() => (HTMLCanvasElement.prototype.toBlob = toBlob));
      const image = await createImageBitmap(result);
      return { type: result.type, qualities: asked, width: image.width, height: image.height };
    })()`);
  const jpeg = { type: 'image/jpeg', qualities: [1] };
  expect(await cropped(4200, 3000)).toEqual({ ...jpeg, width: 2000, height: 2000 });
  expect(await cropped(600, 900)).toEqual({ ...jpeg, width: 600, height: 600 });
  await context.close();
});
