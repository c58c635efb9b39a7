/** All of Mantine's styles, for screens behind the public pages: loaded with the first of them. */
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
