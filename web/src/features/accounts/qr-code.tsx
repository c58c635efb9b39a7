import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../../lib/query-keys.ts';

/** The quiet zone around the code that scanners require (modules). */
const QUIET = 4;

/** A QR code as one path, dark on white in both themes. The library is loaded with the first code that is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({
    queryKey: keyOf('accounts', 'qrCode', text),
    // The code contains a secret: drop it from the cache when the dialog closes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { create } = (await import('qrcode')).default ?? (await import('qrcode'));
      const { modules } = create(text, { errorCorrectionLevel: 'M' });
      let path = '';
      for (let y = 0; y < modules.size; y += 1)
        for (let x = 0; x < modules.size; x += 1)
          if (modules.get(y, x)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
      return { path, side: modules.size + 2 * QUIET };
    },
  });
  return (
    <svg
      role="img"
      aria-label={label}
      width={208}
      height={208}
      viewBox={`0 0 ${data?.side ?? 1} ${data?.side ?? 1}`}
      shapeRendering="crispEdges"
      style={{ background: '#ffffff', borderRadius: 6, display: 'block' }}
    >
      {data && <path d={data.path} fill="#000000" />}
    </svg>
  );
}
