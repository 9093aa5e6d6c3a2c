/* What __builtin_cpu_supports reads: a processor with no extensions, so that
 * programs which choose at run time choose their plain C. */
struct processor {
	unsigned vendor, type, subtype, features[1];
};

struct processor __cpu_model;
unsigned __cpu_features2[3];

int __cpu_indicator_init(void)
{
	return 0;
}
