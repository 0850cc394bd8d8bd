import { RotateRightOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
} from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import {
  clamp,
  maxZoom,
  outputSize,
  scaleOf,
  startPlacement,
  type Placement,
  type Point,
  type Size,
} from '#web/ui/pictures/crop-geometry.ts';
import { loadImage } from '#web/ui/pictures/load-image.ts';
import styles from '#web/ui/pictures/image-cropper.module.css';

export interface ImageCropperHandle {
  /** The part inside the frame, once the picture is there. Rejects if it cannot be read. */
  readonly crop: () => Promise<Blob>;
}

interface ImageCropperProps {
  readonly source: Blob;
  /** Width by height; default 1. */
  readonly ratio?: number;
  /** Longest side of the result in pixels; default 2000 (R23.6). */
  readonly maxSize?: number;
  readonly type?: 'image/jpeg' | 'image/png';
  /** Of a jpeg, 0 to 1; default 1. */
  readonly quality?: number;
  /** Exact size of the result in pixels; default as in the picture. */
  readonly output?: Size;
  /** Of the preview, in pixels; default 70. */
  readonly previewWidth?: number;
  /** The picture cannot be read. */
  readonly onError: () => void;
  readonly ref: Ref<ImageCropperHandle>;
}

const longest = 280;
const step = 10;

/** A frame over a picture that can be dragged, scaled and turned; by keyboard too (R23.6). */
export function ImageCropper(props: ImageCropperProps) {
  const { source, ratio = 1, maxSize = 2000, type = 'image/jpeg', quality = 1, output, previewWidth = 70, ref } = props;
  const text = useText();
  const frame = ratio >= 1 ? { width: longest, height: longest / ratio } : { width: longest * ratio, height: longest };
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [placement, setPlacement] = useState(startPlacement);
  const canvas = useRef<HTMLCanvasElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  const grip = useRef<Point | null>(null);
  const awaited = useRef<Promise<HTMLImageElement> | null>(null);
  const handleError = useEffectEvent(props.onError);

  useEffect(() => {
    let isWanted = true;
    setImage(null);
    setPlacement(startPlacement);
    const { image: loading, release } = loadImage(source);
    awaited.current = loading;
    loading.then(
      (loaded) => isWanted && setImage(loaded),
      () => isWanted && handleError(),
    );
    return () => {
      isWanted = false;
      release();
    };
  }, [source]);

  useEffect(() => {
    if (!image) return;
    for (const target of [canvas.current, preview.current]) if (target) draw(target, image, frame, placement);
  });

  useImperativeHandle(ref, () => ({
    crop: async () => {
      // pressed before the picture was there: it is placed as at the start
      const cropped = image ?? (await awaited.current);
      if (!cropped) throw new Error('no picture to crop');
      const target = document.createElement('canvas');
      Object.assign(target, outputSize(sizeOf(cropped), frame, placement, maxSize, output));
      draw(target, cropped, frame, placement, type === 'image/jpeg');
      return toBlob(target, type, quality);
    },
  }));

  const place = (change: Partial<Placement>) => {
    if (image) setPlacement(clamp(sizeOf(image), frame, { ...placement, ...change }));
  };
  const move = (x: number, y: number) => place({ offset: { x: placement.offset.x + x, y: placement.offset.y + y } });
  const handlePointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (!grip.current) return;
    move(event.clientX - grip.current.x, event.clientY - grip.current.y);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    move(way.x * step, way.y * step);
  };

  return (
    <div className={styles['cropper']}>
      <canvas
        ref={canvas}
        className={styles['frame']}
        width={frame.width * 2}
        height={frame.height * 2}
        style={frame}
        // a draggable picture, announced like the thumb of a two-way slider
        role="application"
        aria-label={text('cropper.label')}
        tabIndex={0}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
        onKeyDown={handleKeyDown}
      />
      <div className={styles['side']}>
        <p>{text('cropper.preview')}</p>
        <canvas
          ref={preview}
          className={ratio === 1 ? styles['round'] : styles['square']}
          width={previewWidth * 2}
          height={(previewWidth * 2) / ratio}
          style={{ width: previewWidth, height: previewWidth / ratio }}
          aria-hidden
        />
      </div>
      <div className={styles['tools']}>
        <Slider
          className={styles['zoom'] ?? ''}
          min={1}
          max={maxZoom}
          step={0.05}
          value={placement.zoom}
          tooltip={{ formatter: (zoom) => `${Math.round((zoom ?? 1) * 100)}%` }}
          ariaLabelForHandle={text('cropper.zoom')}
          onChange={(zoom) => place({ zoom })}
        />
        <Button
          icon={<RotateRightOutlined aria-hidden />}
          aria-label={text('cropper.rotate')}
          onClick={() =>
            place({ turns: (placement.turns + 1) % 4, offset: { x: -placement.offset.y, y: placement.offset.x } })
          }
        />
      </div>
    </div>
  );
}

const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const sizeOf = (image: HTMLImageElement): Size => ({ width: image.naturalWidth, height: image.naturalHeight });

/** Paints the content of the frame over the whole canvas. Jpeg has no transparency: the background is white. */
function draw(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  frame: Size,
  placement: Placement,
  isOpaque = false,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const enlarge = canvas.width / frame.width;
  const scale = scaleOf(sizeOf(image), frame, placement) * enlarge;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (isOpaque) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2 + placement.offset.x * enlarge, canvas.height / 2 + placement.offset.y * enlarge);
  context.rotate((placement.turns * Math.PI) / 2);
  context.scale(scale, scale);
  context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))),
      type,
      quality,
    );
  });
