import classes from './portrait.module.css';

/** The photo, or initials if there is none. */
export function Portrait({ name, image, size = 36 }: { name: string; image: string | null; size?: number }) {
  if (image)
    return <img className={classes.photo} src={image} alt="" width={size} height={size} loading="lazy" />;
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');
  return (
    <span
      className={classes.photo}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      aria-hidden="true"
    >
      {initials}
    </span>
  );
}
