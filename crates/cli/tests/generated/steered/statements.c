{ float f = x * (float)$d; f = f / $c.5f + $c; putf(f); if (f > -2e9f && f < 2e9f) put((int)f); }
{ double d = ($d - x) * $d; putd(d); if (d < $d) put($c); putd(d / (x - $c)); }
{ double d = sqrt(x * $d); putd(d); putd(floor(d)); putd(ceil(d * $d)); putd(trunc(x / $c.0)); putd(rint(x * 0.5)); }
{ int e; double m = frexp(x * $d, &e); putd(m); put(e); putd(ldexp(m, x - $c)); putd(fmod(x * $d, $c.75)); }
{ double d = x == $c ? 0.0 / (x - x) : x; put(d < 5); put(!(d >= 5)); put(d != d); put(isnan(d)); put(__builtin_isunordered(d, 1.0)); putd(fmax(d, $c)); putd(copysign($d, d == d ? -d : 1)); put(signbit(d * -1) != 0 && d == d); }
{ unsigned __int128 p = (unsigned __int128)x * $wUL * $c; p += (unsigned __int128)x << 7$t; put((u64)p); put((u64)(p >> 64)); p /= $c + x; put((u64)p); put((u64)(p % 1000003)); }
{ __int128 p = -(__int128)x * $wL; put((u64)(p >> 5$t)); put((u64)(p / $c)); put((u64)(p % -$c)); putd((double)p); }
{ struct bits s = {0}; s.a = x; s.b = x - $c; s.c = x * $c; s.d = x >> 2; s.e = (u64)x << 2$t; s.f = x ^ $c; s.b += s.a; s.c -= s.b; s.e |= s.c; put(s.a); put(s.b); put(s.c); put(s.d); put(s.e); put(s.f); }
{ union pun u; memset(&u, 0, sizeof u); u.f = x * $d; u.c[(($c) & 7)] ^= x; put(u.l); u.h[x & 3] += $c; put(u.u); u.c[x & 7] = $c; put(u.l); }
{ v4 v = {x, $c, x * 2, -x}; v4 w = {$c, x, $c, 3}; v = v * w + (v ^ w); v[x & 3] -= $c; v = ((v > w) & v) | (~(v > w) & w); put(v[0]); put(v[1]); put(v[(x >> 2) & 3]); v4 z = __builtin_shufflevector(v, w, 0, 5, 2, 7); put(z[1] + z[3]); z = v < w; put(z[x & 3]); }
{ f4 v = {x, $c, x * 0.5f, -x}; f4 w = {$c, x, 1.5f, 3}; v = v * w - v / (w + 0.25f); v[x & 3] = $c; for (int i = 0; i < 4; i++) putf(v[i]); v4 c = v < w; put(c[x >> 4]); }
{ b16 v; for (int i = 0; i < 16; i++) v[i] = i * x; v += $c; v[x & 15] ^= $c; b16 w = v >> 1; int s = 0; for (int i = 0; i < 16; i++) s = s * 3 + (v[i] > w[(i + 3) & 15]); put(s); }
{ volatile int k = $c; int r = setjmp(jb); if (r == 0) { k += x; jump(x + $c); } put(r * 100 + k); }
{ int n = x % $s + 1; int a[n]; for (int i = 0; i < n; i++) a[i] = i * x; int s = 0; for (int i = n - 1; i >= 0; i--) s = s * 5 + a[i]; put(s); put(sizeof a); }
{ static void *const t[] = {&&A$k, &&B$k, &&C$k, &&D$k}; int k = x, n = 0; goto *t[k & 3]; A$k: n += 3; k = k / 2 + 1; if (n > 20) goto E$k; goto *t[k & 3]; B$k: n += k & 7; goto D$k; C$k: n ^= $c; goto E$k; D$k: n += 9; k++; if (n < $c) goto *t[k & 3]; E$k: put(n * 10 + k); }
{ int k = funs[x & 3](x); k += funs[(x >> 2) & 3](k); put(k); put(calls); int (*f)(int) = x > $c ? fa : fd; put(f(k & 255)); }
{ put(vsum(x % 7, 1, 2.5 * x, 3L, x, (double)x, (long)x * $c, 9)); }
{ int a[6] = {x, $c, x * 7 % 31, $c, 30 - x, $c}; qsort(a, 6, sizeof *a, cmp); for (int i = 0; i < 6; i++) put(a[i]); int key = $c; int *p = bsearch(&key, a, 6, sizeof *a, cmp); put(p ? p - a : -1); }
{ char b[64]; int n = snprintf(b, $c, "%-$sd|%04x|%s|%c|%5.3f", x * $c - 99, x, x & 1 ? "odd" : "even", 'a' + x % 26, x / 8.0); put(n); for (char *p = b; *p; p++) put(*p); }
{ char b[16] = {0}; sprintf(b, "%d", x * $c); char *e; put(strtol(b, &e, 16)); put(e - b); b[x & 1] = 'z'; put(strtoul(b, &e, 36)); put(*e); put(atoi(b)); }
{ put(fib(x % 9)); put(once(x)); put(once(x + $c)); }
{ char b[40] = "alpha,beta;gamma"; b[x % 16] = ",;:xa"[x % 5]; char *s; char *q = b; while ((s = strsep(&q, ",;"))) put(strlen(s) * 3 + s[0]); }
{ char b[40] = "the cat sat on the mat"; b[x % 22] = 'a' + x % 26; char *p = strstr(b, "at"); put(p ? p - b : -1); p = strrchr(b, 't'); put(p ? p - b : -1); put(strspn(b, "the ")); put(strcspn(b, "ms")); char d[40]; strcpy(d, b + x % 5); strncat(d, b, x % 7); put(strlen(d)); put(strcmp(d, b) > 0); put(memcmp(d, b, 3) < 0); p = strpbrk(b, "mo"); put(p ? p - b : -1); }
{ char b[24]; memset(b, 'x', 24); memmove(b + x % 5, b + x % 7, x % 13); b[23] = 0; strtok(b, "y"); memset(b + x % 8, x, x % 15); u64 h = 0; for (int i = 0; i < 24; i++) h = h * 3 + b[i]; put(h); }
{ int r; switch (x) { case $t: r = 5; break; case 1$t: r = 7; case 2$t: r = 9; break; case 3$t ... 4$t: r = x * 2; break; default: r = x < 10 ? 1 : 2; } put(r); }
{ unsigned u = x * $hu + $hu; put(__builtin_popcount(u)); put(__builtin_clz(u | 1)); put(__builtin_ctz(u | 4096)); put(__builtin_bswap32(u)); put(__builtin_parity(u)); put(__builtin_ffs(u)); put(u << (x & 31) | u >> (-x & 31)); put(__builtin_bitreverse32(u)); }
{ int o; put(__builtin_add_overflow(x * $m, $m, &o)); put(o); long l; put(__builtin_mul_overflow((long)x << 3$t, $cL, &l)); put(l); unsigned char c; put(__builtin_sub_overflow(x, $c, &c)); put(c); short s; put(__builtin_mul_overflow(x, $c * 20, &s)); put(s); }
{ struct big b = mkbig(mk(x), $c); struct big a[3] = {b, mkbig(mk($c), x), b}; a[x % 3].n[x % 9] += $c; a[(x + 1) % 3] = a[x % 3]; struct big *p = &a[x / 30]; put(p->n[4]); putd(p->d); put(p->s.a); put(p->s.b[2]); put(a[2].n[x % 9]); }
{ struct node *t = 0; int k[] = {x, $c, x / 2, $c, x ^ $c}; for (int i = 0; i < 5; i++) t = ins(t, k[i]); walk(t, 0); }
{ int *p = malloc(4), n = 1; *p = x; for (int i = 0; i < x % 6; i++) { p = realloc(p, 4 * (n + 1)); p[n] = p[n - 1] * 3 + i; n++; } put(p[n - 1]); put(p[x % n]); free(p); }
{ long double l = x * $dL; l = l / 3 + $c; putd((double)l); put(l > $c); put((long)(l < 1e15L && l > -1e15L ? l : 0)); putd((double)(l * l - x)); }
{ float _Complex z = x + $c.0f * 1.0if; z = z * z + $c; putf(__real__ z); putf(__imag__ z); }
{ table[x & 15] += x; table[(x >> 2) & 15] ^= $c; int s = 0; for (int i = 0; i < 16; i++) s = s * 7 + table[i]; put(s); grid[x & 3][x >> 3] = $c; grid[x >> 4][x & 7] -= x; for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) s = s * 3 + grid[i][j]; put(s); }
{ for (int i = 0; i < 32; i++) shorts[i] = i * i * x - $c; short *p = &shorts[x & 31], *q = shorts + $c / 2; put(p - q); put(p < q); int s = 0; for (short *k = p < q ? p : q; k < shorts + 32; k += 3) s += *k; put(s); signed char c = x * $c; put(c); unsigned short us = c; put(us * us); }
{ int a = $c; long b = x; int n = 0; put(__atomic_fetch_add(&a, x, __ATOMIC_SEQ_CST)); put(__atomic_compare_exchange_n(&b, &(long){$c}, 77, 0, 5, 5)); put(__sync_lock_test_and_set(&a, 3)); put(__atomic_fetch_nand(&n, x, 5)); put(a + b + n); }
{ char *p = alloca(x % 9 + 9); for (int i = 0; i < x % 9 + 9; i++) p[i] = i ^ x; put(p[x % 8]); unsigned short us; memcpy(&us, p + (x & 7), 2); put(us); }
{ u64 u = (u64)x * $wUL; putd((double)u); putf((float)u); double d = u; if (d < 1.8e19) put((u64)d); putf((float)(int)u); put((unsigned char)(double)(x)); put((long)(float)(x * 1000003)); }
{ int n = 0, m = 0; if ((n++, x > $c) && (m += 2, x & 1) || (n += 4, x % 3 == 1)) m++; put(n * 10 + m); put(x > $c ? x < $c ? n : m : n ^ m); while (n < 50) { n += x % 7 + 1; if (n % 5 == 0) continue; if (n % 11 == x % 11) break; m += n; } put(m); }
{ int c = 32 + x; put(isalpha(c) != 0); put(isdigit(c) != 0); put(toupper(c)); put(isspace(c) != 0); put(ispunct(c) != 0); put(isxdigit(c) != 0); put(tolower(c + $s)); }
{ struct packed p[2]; memset(p, 0, sizeof p); p[x & 1].b = x * $c; p[1].d = -x; p[0].c = x; unsigned char *q = (unsigned char *)p; put(q[x % sizeof p]); int ui; memcpy(&ui, q + x % 20, 4); put(ui); put(offsetof(struct packed, d)); }
{ int x1 = x - $c; put(x1 / $c); put(x1 % $c); put(x1 >> 2); put((unsigned)x1 / 3); put(abs(x1)); put(x1 * x1); put(-x1); put((short)(x1 * 1000)); put(labs((long)x1 * 100000)); div_t d = div(x1, $c); put(d.quot * 64 + d.rem); }
{ const char *names[] = {"zero", "one", "two", "three", "four"}; const char *s = names[x % 5]; put(strlen(s)); put(s[x % 3]); char *d = strdup(s); d[0] = toupper(d[0]); put(strcasecmp(d, s)); put(strcmp(d, names[(x + 1) % 5]) > 0); free(d); }
{ float a[8]; for (int i = 0; i < 8; i++) a[i] = i * 0.5f - x; a[x & 7] *= $d; float s = 0; for (int i = 0; i < 8; i++) s += a[i]; putf(s); float m = a[0]; for (int i = 1; i < 8; i++) if (a[i] > m) m = a[i]; putf(m); double dd[4] = {1, 2, x, 4}; dd[x & 3] /= 3; putd(dd[(x >> 1) & 3]); }
{ unsigned char s[256]; for (int i = 0; i < 256; i++) s[i] = i; unsigned j = 0; for (int i = 0; i < 16; i++) { j = (j + s[i] + x + i) & 255; unsigned char t = s[i]; s[i] = s[j]; s[j] = t; } put(s[x]); put(s[(s[1] + s[2]) & 255]); }
{ unsigned h = $hu; for (int i = 0; i < 4; i++) { h ^= x >> i; h *= 16777619u; h = h >> 15 | h << 17; } put(h); put(h % $c); put(h / (x + 1)); }
{ char b[32]; int n = 0; for (unsigned v = x * $c; v || !n; v /= 3) b[n++] = '0' + v % 10; while (n > 0) put(b[--n]); }
{ int m[3][3], o[3][3]; for (int i = 0; i < 9; i++) m[i / 3][i % 3] = (i * x + $c) % 17; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { o[i][j] = 0; for (int k = 0; k < 3; k++) o[i][j] += m[i][k] * m[k][j]; } put(o[x % 3][x / 22]); put(o[1][2]); }
{ int q[8], h = 0, t = 0; for (int i = 0; i < $s; i++) { if ((x >> (i % 6)) & 1 || h == t) q[t++ & 7] = i * x; else put(q[h++ & 7]); if (t - h > 7) h++; } put(t - h); }
{ int i = 0; struct { int *p; int n; } a[3] = {{table, 3}, {&grid[1][0], 8}, {&i, 1}}; int k = x % 3; a[k].p[x % a[k].n] += $c; int **pp = &a[x & 1].p; (*pp)++; put(**pp); put(a[k].p[0]); put(i); }
{ char t[3][6] = {"ab", "cde", "fghij"}; t[x % 3][x % 5] = '#'; char *v[3] = {t[2], t[x % 2], t[1]}; char *w = v[x % 3]; put(strlen(w)); char o[24] = ""; for (int i = 0; i < 3; i++) strcat(o, v[(i + x) % 3]); put(strlen(o)); put(o[x % 7]); put(strchr(o, '#') ? strchr(o, '#') - o : -1); }
