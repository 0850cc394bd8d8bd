import { loadImage } from '#web/ui/load-image.ts';
