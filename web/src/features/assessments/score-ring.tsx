/** A percentage as a ring with its number in the middle. `marks` are percentages drawn as notches on the ring. */
export function ScoreRing({
  percent,
  size = 96,
  label,
  marks = [],
  color = 'var(--mantine-color-ochre-5)',
}: {
  percent: number;
  size?: number;
  label: string;
  marks?: readonly number[];
  color?: string;
}) {
  const radius = 44;
  const around = 2 * Math.PI * radius;
  // With one decimal, as beside it in the table of attempts.
  const shown = Math.round(percent * 10) / 10;
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={label}>
      <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--rule)" strokeWidth="7" />
      {percent > 0 && (
        <circle
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          stroke={color}
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray={`${(around * Math.min(100, percent)) / 100} ${around}`}
          transform="rotate(-90 50 50)"
        />
      )}
      {marks.map((mark) => (
        <line
          key={mark}
          x1="50"
          y1="0.5"
          x2="50"
          y2="11.5"
          stroke="var(--mantine-color-text)"
          strokeWidth="1.6"
          transform={`rotate(${mark * 3.6} 50 50)`}
        />
      ))}
      <text
        x="50"
        y="51"
        textAnchor="middle"
        dominantBaseline="middle"
        fontSize={Number.isInteger(shown) ? '25' : '22'}
        fontFamily="var(--serif)"
        fill="currentColor"
        style={{ fontVariantNumeric: 'tabular-nums lining-nums', direction: 'ltr' }}
      >
        {shown}
        <tspan fontSize="14">&#8201;%</tspan>
      </text>
    </svg>
  );
}
